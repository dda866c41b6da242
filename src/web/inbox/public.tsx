export { mentioning, mentionsBelow as mentionsOf } from './mentions.tsx'
export { WatchButton } from './watch-button.tsx'
