import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { verificationTemplates } from './verification-templates.ts'

const app = await startApp()
const audio = { key: 'AP-100', name: 'Noise', category: 1, method: 'Listen', expected: '60', unit: 'dB' }
const video = { key: 'VP-100', name: 'Contrast', category: 2, method: null, expected: null, unit: null }

entityContract(verificationTemplates, app, {
  valid: { name: 'Audio room', items: [audio, video] },
  invalid: [
    ['name', '', messages.required],
    ['items[0].category', 14, messages.unknown],
    ['items[1].key', 'AP-100', 'This key is already used.'],
  ],
})
