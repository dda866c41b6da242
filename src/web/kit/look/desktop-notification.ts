import { readStored, saveToLocalStorage } from './local-storage.ts'

/** The user's choice in this app. The browser's own permission applies as well. */
type NotificationChoice = 'default' | 'granted' | 'denied'

const key = 'notification-permission'
const isSupported = () => 'Notification' in window

export const notificationChoice = (): NotificationChoice => readStored<NotificationChoice>(key) ?? 'default'

export async function allowNotifications(): Promise<NotificationChoice> {
  if (!isSupported()) {
    alert('This browser does not support desktop notification')
    return 'default'
  }
  const choice = await Notification.requestPermission()
  saveToLocalStorage(key, choice)
  return choice
}

export function stopNotifications(): NotificationChoice {
  saveToLocalStorage(key, 'denied')
  return 'denied'
}

/** Shows a desktop notification if it is allowed and enabled. Returns true if shown. */
export function notifyDesktop(title: string, text = ''): boolean {
  if (!isSupported() || Notification.permission !== 'granted' || notificationChoice() === 'denied') return false
  try {
    // Every open tab receives the event; the shared tag merges them into one notification.
    const notification = new Notification(title, { body: text, icon: '/favicon.svg', tag: `${title} ${text}` })
    notification.onclick = () => window.focus()
    return true
  } catch {
    // Mobile browsers define `Notification` but allow it only in service workers.
    return false
  }
}
