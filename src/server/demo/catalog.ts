export interface Catalog {
  idOf(manufacturer: string, model: string): number
}
