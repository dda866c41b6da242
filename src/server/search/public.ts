export { type Searchables, searchIndexStatements as indexesOf } from './search-section.ts'
