import { promisesOf } from '../../../test/kit/promises.ts'
import { start } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { signalTypes } from './signal-types.ts'

const house = await start()
const hdmi = {
  name: 'HDMI',
  abbreviation: 'HDMI',
  color: '#0055aa',
  lineStyle: 'dashed',
  industryType: 1,
  cableNumberPrefix: 'V',
  cableStartNumber: 100,
  notes: 'Carries picture and sound',
}

promisesOf(signalTypes, house, {
  valid: hdmi,
  invalid: [
    ['name', '', messages.required],
    ['name', 'HDMI  2', messages.whiteSpaces],
    ['name', 'x'.repeat(201), messages.maxLength(200)],
    ['abbreviation', 'x'.repeat(21), messages.maxLength(20)],
    ['color', 'blue', messages.color],
    ['lineStyle', 'wavy', messages.unknown],
    ['cableStartNumber', 1.5, messages.integer],
    ['cableStartNumber', -1, messages.minimum(0)],
    ['cableStartNumber', 1_000_000, messages.maximum(999_999)],
  ],
})
