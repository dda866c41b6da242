import { expect, it } from 'vitest'
import { cellTextProblem, unwrapTextFormula } from './cell-text.ts'

it.each(['#N/A', '#VALUE!', '#REF!', '#DIV/0!', '#NUM!', '#NAME?', '#NULL!', '#SPILL!', '#CALC!', '#GETTING_DATA', 'Err:502', ' #n/a '])(
  'rejects the error value %s',
  (text) => expect(cellTextProblem(text)).toBe(`${text.trim()} is an error value of a spreadsheet. Enter the value.`),
)

it.each([
  ['LA\u0000166', 'The character U+0000 after "LA" cannot be stored. Delete it.'],
  ['\u0093Quiet', 'The character U+0093 cannot be stored. Delete it.'],
  ['half \ud83d', 'The character U+D83D after "half" cannot be stored. Delete it.'],
  ['M\ufffdller', 'A character after "M" could not be read. Enter it again, or choose the encoding of the file.'],
  ['####', 'The column was too narrow to show the number. Enter the value.'],
])('rejects %j', (text, problem) => expect(cellTextProblem(text)).toBe(problem))

it.each(['', '#1', '# 12 AWG', 'N/A', 'No. #5!x', 'two\r\nlines\tand a tab', '“Quiet” 24” – Pro™ 😀'])('accepts %j', (text) =>
  expect(cellTextProblem(text)).toBeUndefined(),
)

it.each([
  ['="00123"', '00123'],
  ['="say ""hi"""', 'say "hi"'],
  ['=A1', '=A1'],
  ['00123', '00123'],
])('reads %s as %s', (text, value) => expect(unwrapTextFormula(text)).toBe(value))
