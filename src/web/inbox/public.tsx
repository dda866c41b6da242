export { mentioning, mentionsOf } from './mentions.tsx'
export { WatchButton } from './watch-button.tsx'
