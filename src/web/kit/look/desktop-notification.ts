import { readStored, store } from './remembered.ts'

/** What the person chose here; the browser has a say of its own. */
type NotificationChoice = 'default' | 'granted' | 'denied'

const key = 'notification-permission'
const isSupported = () => 'Notification' in window

export const notificationChoice = (): NotificationChoice => readStored<NotificationChoice>(key) ?? 'default'

/** Asks the browser, and keeps the answer. */
export async function allowNotifications(): Promise<NotificationChoice> {
  if (!isSupported()) {
    alert('This browser does not support desktop notification')
    return 'default'
  }
  const choice = await Notification.requestPermission()
  store(key, choice)
  return choice
}

export function stopNotifications(): NotificationChoice {
  store(key, 'denied')
  return 'denied'
}

/** Tells something outside the page where that is allowed and wanted; answers whether it did. */
export function notifyDesktop(title: string, text = ''): boolean {
  if (!isSupported() || Notification.permission !== 'granted' || notificationChoice() === 'denied') return false
  try {
    // Every tab of this browser hears of it; with one tag it is one notification.
    const notification = new Notification(title, { body: text, icon: '/favicon.svg', tag: `${title} ${text}` })
    notification.onclick = () => window.focus()
    return true
  } catch {
    // Phones have the word but allow it only to service workers.
    return false
  }
}
