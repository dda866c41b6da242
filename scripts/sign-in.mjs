/** Signs this user in on every page of a browser context and dismisses the testing-site notice. */
export const signIn = (context, { token, me, notices }) =>
  context.addInitScript(
    ([bearer, user, read]) => {
      localStorage.setItem('token', `Bearer ${bearer}`)
      localStorage.setItem('user', user)
      localStorage.setItem('testing-notice-read', read)
    },
    [token, JSON.stringify(me), notices.join()],
  )
