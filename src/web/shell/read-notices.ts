const key = 'testing-notice-read'

export const areNoticesRead = (notices: string[]) => localStorage.getItem(key) === notices.join()
export const storeReadNotices = (notices: string[]) => localStorage.setItem(key, notices.join())
