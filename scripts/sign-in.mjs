export const signIn = (context, { token, me, notices }) =>
  context.addInitScript(
    ([bearer, user, read]) => {
      localStorage.setItem('token', `Bearer ${bearer}`)
      localStorage.setItem('user', user)
      localStorage.setItem('testing-notice-read', read)
    },
    [token, JSON.stringify(me), notices.join()],
  )
