export { indexesOf, type Searchables } from './search-section.ts'
