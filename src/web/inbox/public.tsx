/** What pages of other areas show of the inbox. */
export { WatchButton } from './watch-button.tsx'
