import { expect, it } from 'vitest'
import { editProjectCost, type ProjectCost, projectCostStart, projectCostTotals } from './project-cost.ts'

const after = (...edits: [keyof ProjectCost, number][]) =>
  edits.reduce((now, [field, value]) => editProjectCost(now, field, value), projectCostStart)

it('starts at 1,500 without an area', () => {
  expect(projectCostTotals(projectCostStart)).toEqual({
    total: 1500,
    hardwarePerSquareFoot: 0,
    installPerSquareFoot: 0,
    laborPerSquareFoot: 0,
    totalPerSquareFoot: 0,
  })
})

it('divides each cost by the area', () => {
  expect(projectCostTotals(after(['totalArea', 300]))).toEqual({
    total: 1500,
    hardwarePerSquareFoot: 3.33,
    installPerSquareFoot: 0.83,
    laborPerSquareFoot: 0.83,
    totalPerSquareFoot: 5,
  })
  expect(projectCostTotals(after(['totalArea', -300])).totalPerSquareFoot).toBe(0)
})

it('recalculates amounts from the hardware cost and the factors, to the cent', () => {
  expect(after(['hardwareCost', 333.35], ['installFactor', 0.3], ['laborFactor', 0.1])).toEqual({
    hardwareCost: 333.35,
    totalArea: 0,
    installFactor: 0.3,
    installCost: 100.01,
    laborFactor: 0.1,
    laborCost: 33.34,
  })
  expect(projectCostTotals(after(['hardwareCost', 0.1], ['installCost', 0.2], ['laborCost', 0])).total).toBe(0.3)
})

it('keeps an edited amount and derives its factor', () => {
  const edited = after(['installCost', 333.33], ['laborCost', 1])
  expect(edited).toMatchObject({ installCost: 333.33, installFactor: 0.3333, laborCost: 1, laborFactor: 0.001 })
  expect(projectCostTotals(edited).total).toBe(1334.33)
  expect(editProjectCost(edited, 'hardwareCost', 2000)).toMatchObject({ installCost: 666.6, laborCost: 2 })
})

it('keeps the factor when the hardware cost is 0', () => {
  expect(after(['hardwareCost', 0], ['installCost', 500])).toMatchObject({ installCost: 500, installFactor: 0.25 })
})
