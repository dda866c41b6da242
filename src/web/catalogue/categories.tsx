import { categories as of } from '../../model/catalogue/categories.ts'
import { FormPage, ListPage } from '../kit/pages.tsx'

export function CategoriesPage() {
  return <ListPage of={of} empty="No categories yet. Every piece of equipment stands in one." />
}

export function CategoryPage() {
  return (
    <FormPage
      of={of}
      title={({ number, name }) => `${number} ${name}`}
      sections={[
        ['Category', ['number', 'name', 'parentId', 'icon', 'color', 'order']],
        ['Specification', ['industryType', 'masterFormatSection', 'defaultProvider', 'defaultInstaller', 'complexityWeight']],
        ['Kind', ['isCable', 'isRack']],
      ]}
      note={({ equipmentCount }) => `${equipmentCount.toLocaleString('en-US')} pieces of equipment`}
    />
  )
}
