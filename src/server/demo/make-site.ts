import sharp from 'sharp'
import { CompanyType } from '../../model/companies/enums.ts'
import { standardCalls } from '../../model/kit/call.ts'
import { revisions } from '../../model/reports/revisions.ts'
import { ObservationSeverity, SubmittalKind, SubmittalOutcome, TestResult } from '../../model/site/enums.ts'
import { observations } from '../../model/site/observations.ts'
import { rfis } from '../../model/site/rfis.ts'
import {
  addObservationPhotos,
  answerRfi,
  closeObservation,
  closeRfi,
  generateSubmittals,
  observationReady,
  receiveSubmittal,
  returnSubmittal,
} from '../../model/site/site-calls.ts'
import { siteVisits } from '../../model/site/site-visits.ts'
import { submittals } from '../../model/site/submittals.ts'
import { fillVerification, saveTestResult } from '../../model/site/verification.ts'
import { VerificationCategory } from '../../model/templates/enums.ts'
import { spaceTemplates } from '../../model/templates/space-templates.ts'
import { verificationTemplates } from '../../model/templates/verification-templates.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { demoFirm, onDay } from './firm.ts'
import { createCall, type Invoke, removeCall, updateCall } from './invoke.ts'

const {
  AudioPerformance,
  VideoPerformance,
  AudioVideoPerformance,
  Cabling,
  Control,
  Electrical,
  InformationTechnology,
  Operational,
  PhysicalEnvironment,
  PhysicalInstallation,
  Serviceability,
  Wireless,
  Documentation,
} = VerificationCategory
/** Tests by checklist: name, expected value, and unit. */
const checklists: [
  name: string,
  prefix: string,
  category: VerificationCategory,
  tests: [name: string, expected: string, unit: string | null][],
][] = [
  [
    'Audio systems',
    'AP',
    AudioPerformance,
    [
      ['Background noise level', '35', 'dBA'],
      ['Coverage uniformity', '6', 'dB'],
      ['Speech level at the farthest seat', '70', 'dBA'],
      ['Gain before feedback', '6', 'dB'],
      ['Polarity of loudspeakers', 'Equal', null],
      ['Loudspeaker impedance', 'As designed', 'ohm'],
      ['Microphone level at the mixer', '-20', 'dBFS'],
      ['Hum and noise of each input', '-60', 'dBu'],
      ['Delay of far loudspeakers', 'As designed', 'ms'],
      ['Echo cancellation in a call', 'No echo', null],
      ['Hearing assistance level', '0', 'dB'],
      ['Emergency muting', 'Muted', null],
    ],
  ],
  [
    'Displays and sources',
    'VP',
    VideoPerformance,
    [
      ['Image size', 'As designed', 'in'],
      ['Contrast ratio', '15', ':1'],
      ['Brightness uniformity', '85', '%'],
      ['Native resolution from each source', '3840 x 2160', null],
      ['Colors of test pattern', 'No cast', null],
      ['Copy protection on each path', 'Image shown', null],
      ['Audio and video in sync', '40', 'ms'],
      ['Image after switching', '5', 's'],
      ['Viewing angle at the last row', 'Readable', null],
      ['Camera framing of presets', 'As designed', null],
    ],
  ],
  [
    'Cabling and racks',
    'CABL',
    Cabling,
    [
      ['Labels at both ends', 'Present', null],
      ['Bend radius', 'As specified', null],
      ['Strain relief at terminations', 'Present', null],
      ['Category cable certification', 'Pass', null],
      ['Fiber loss', '1.5', 'dB'],
      ['Separation from power', '12', 'in'],
      ['Service loop in the rack', '24', 'in'],
      ['Plenum rating above ceilings', 'Present', null],
      ['Conduit fill', '40', '%'],
      ['Cable schedule matches', 'Yes', null],
    ],
  ],
  [
    'Control',
    'CON',
    Control,
    [
      ['Every button of the touch panel', 'Works', null],
      ['System off after hours', 'Off', null],
      ['Room combining', 'As designed', null],
      ['Feedback of device states', 'Correct', null],
      ['Recovery after loss of power', '120', 's'],
      ['Occupancy sensor', 'Works', null],
    ],
  ],
  [
    'Power',
    'ELEC',
    Electrical,
    [
      ['Dedicated circuits', 'As designed', null],
      ['Isolated ground', 'Present', null],
      ['Sequenced power on', 'Works', null],
      ['Load of each circuit', '16', 'A'],
      ['Surge protection', 'Present', null],
    ],
  ],
  [
    'Installation',
    'PHYSI',
    PhysicalInstallation,
    [
      ['Mounting height of displays', 'As drawn', 'in'],
      ['Seismic bracing of racks', 'Present', null],
      ['Rack ventilation', '85', 'F'],
      ['Ceiling loudspeakers tethered', 'Yes', null],
      ['Floor boxes flush', 'Yes', null],
      ['Finish and cleanliness', 'Clean', null],
      ['Blank panels in the rack', 'Present', null],
    ],
  ],
  [
    'Network',
    'IT',
    InformationTechnology,
    [
      ['Addresses as listed', 'Yes', null],
      ['Multicast filtering', 'Works', null],
      ['Default passwords changed', 'Yes', null],
      ['Firmware as approved', 'Yes', null],
      ['Power over Ethernet budget', '80', '%'],
    ],
  ],
  [
    'Wireless',
    'WL',
    Wireless,
    [
      ['Range of microphones', '60', 'ft'],
      ['Free frequencies', '8', null],
      ['Wireless presentation', 'Works', null],
      ['Charging of batteries', 'Full', null],
    ],
  ],
  [
    'Sound and picture together',
    'AVP',
    AudioVideoPerformance,
    [
      ['Call with the far end', 'Clear', null],
      ['Streaming of a session', 'Works', null],
      ['Recording', 'Works', null],
    ],
  ],
  [
    'Environment',
    'PHYSE',
    PhysicalEnvironment,
    [
      ['Light on the screen', '5', 'fc'],
      ['Noise of projectors', '30', 'dBA'],
      ['Temperature of the booth', '75', 'F'],
    ],
  ],
  [
    'Operation',
    'OP',
    Operational,
    [
      ['Start within', '60', 's'],
      ['Training held', 'Yes', null],
      ['Help text on the panel', 'Present', null],
    ],
  ],
  [
    'Service',
    'SERV',
    Serviceability,
    [
      ['Access to devices above ceilings', 'Present', null],
      ['Spare parts delivered', 'Yes', null],
      ['Remote monitoring', 'Works', null],
    ],
  ],
  [
    'Documents',
    'DOC',
    Documentation,
    [
      ['Record drawings', 'Delivered', null],
      ['Control source code', 'Delivered', null],
      ['Warranty statements', 'Delivered', null],
      ['Configuration files', 'Delivered', null],
    ],
  ],
]

const findings = [
  'Display hangs 4 in lower than drawn',
  'Loudspeaker grille is dented',
  'Cable without a label at the rack end',
  'Floor box lid does not close',
  'Touch panel shows the wrong room name',
  'Rack door does not lock',
  'Conduit ends without a bushing',
  'Camera preset 2 shows the ceiling',
  'Ceiling loudspeaker without a safety tether',
  'Patch panel ports are not numbered',
]
const questions = [
  ['Height of the gallery displays', 'The drawing shows 66 in to the center, the elevation 72 in. Which one applies?'],
  ['Conduit at the dais', 'The floor is cored at 1 in only. May two cables run through the existing box?'],
  ['Backing behind the side screens', 'The wall is gypsum on metal studs. Who provides the backing?'],
  ['Circuit for the control booth', 'Panel L2 is full. Which panel feeds the rack?'],
  ['Color of the ceiling loudspeakers', 'The ceiling is black in the gallery. White or black grilles?'],
  ['Network ports at the lectern', 'The schedule lists two ports, the plan shows three.'],
  ['Hearing assistance signs', 'Where do the signs for receivers hang?'],
  ['Access panel above the chamber', 'The amplifier above the ceiling has no access panel.'],
] as const

const drawPhoto = (text: string, at: number) => {
  const hue = (at * 47) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720"><rect width="960" height="720" fill="hsl(${hue} 25% 82%)"/>
    <rect x="120" y="160" width="720" height="380" fill="hsl(${hue} 20% 35%)"/><circle cx="${300 + ((at * 67) % 360)}" cy="350" r="90" fill="none" stroke="#d22" stroke-width="12"/>
    <text x="120" y="640" font-family="sans-serif" font-size="34" fill="#333">${text}</text></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}

/** Fills the project in construction with what its site has: checklists, tests, submittals, RFIs, visits, and the punch list. */
export async function makeSite(call: Invoke, ctx: Context, people: Map<string, string>, today: string) {
  const named = demoFirm.projects.find(({ key }) => key === 'council-chamber')
  const [project] = await ctx.rows({ id: is.number }, 'select p.id from living_projects p where p.name = $1', [named?.name ?? ''])
  if (!project) return
  const params = { id: project.id }
  const spaces = await ctx.rows(
    { id: is.number, templateId: orNull(is.number) },
    'select s.id, s.space_template_id as "templateId" from placed_spaces s where s.project_id = $1 and not s.is_deleted order by s.id',
    [project.id],
  )
  const integrators = await ctx.rows(
    { companyType: is.choice(CompanyType), companyId: is.number },
    'select k.company_type as "companyType", k.company_id as "companyId" from project_companies k where k.project_id = $1 order by k."order"',
    [project.id],
  )
  const companyAt = (at: number) => integrators[at % integrators.length] ?? { companyType: null, companyId: null }
  const reviewerId = people.get(named?.projectManager ?? '') ?? null

  await makeTests(call, params, spaces, today)
  await call(createCall(revisions), {
    params,
    body: { code: 'CD 100%', title: 'Construction documents', phase: 'CD', issueDate: onDay(today, -90), note: 'For construction' },
  })
  await makeSubmittals(call, params, { companyAt, reviewerId, today })
  for (const [at, [subject, question]] of questions.entries()) {
    const { id } = await call(createCall(rfis), {
      params,
      body: { subject, question, dueDate: onDay(today, at - 4), spaceId: spaces[at % spaces.length]?.id ?? null, ...companyAt(at) },
    })
    if (at < 5) await call(answerRfi, { params: { ...params, itemId: id }, body: { answer: 'See the mark on the returned sketch.' } })
    if (at < 3) await call(closeRfi, { params: { ...params, itemId: id }, body: {} })
  }
  for (const day of [-28, -14, -2])
    await call(createCall(siteVisits), {
      params,
      body: {
        date: onDay(today, day),
        people: ['Rafael Dominguez', 'Andre Pohl'],
        weather: 'Dry, 60 F',
        summary: 'Walk of all rooms with the integrator. Ceilings are open on the first floor.',
      },
    })
  const { Note, Minor, Major, Safety } = ObservationSeverity
  for (let at = 0; at < 40; at++) {
    const finding = findings[at % findings.length] ?? ''
    const { id } = await call(createCall(observations), {
      params,
      body: {
        title: at < findings.length ? finding : `${finding}, position ${1 + Math.floor(at / findings.length)}`,
        spaceId: spaces[at % spaces.length]?.id ?? null,
        severity: [Minor, Minor, Major, Note, Minor, Safety][at % 6] ?? Minor,
        dueDate: onDay(today, (at % 15) - 5),
        ...companyAt(at),
      },
    })
    const item = { ...params, itemId: id }
    if (at % 4 === 0) {
      const data = await drawPhoto(finding, at)
      await call(addObservationPhotos, {
        params: item,
        body: {},
        files: [{ name: `photo-${at + 1}.jpg`, contentType: 'image/jpeg', data }],
      })
    }
    if (at % 5 < 2) await call(observationReady, { params: item, body: { comment: 'Done' } })
    if (at % 5 === 0) await call(closeObservation, { params: item, body: {} })
  }
}

async function makeTests(
  call: Invoke,
  params: { id: number },
  spaces: readonly { id: number; templateId: number | null }[],
  today: string,
) {
  const ids: number[] = []
  for (const [name, prefix, category, tests] of checklists) {
    const items = tests.map(([test, expected, unit], at) => ({
      key: `${prefix}-${100 + at}`,
      name: test,
      category,
      method: 'Measure or inspect on site',
      expected,
      unit,
    }))
    ids.push((await call(createCall(verificationTemplates), { body: { name, items } })).id)
  }
  for (const templateId of new Set(spaces.flatMap((space) => space.templateId ?? [])))
    await call(updateCall(spaceTemplates), { params: { id: templateId }, body: { verificationTemplateIds: ids } })
  await call(fillVerification, { params })
  const keys = checklists.flatMap(([, prefix, , tests]) =>
    tests.map((test, at) => ({ itemKey: `${prefix}-${100 + at}`, expected: test[1] })),
  )
  const tested = spaces.filter(({ templateId }) => templateId !== null).slice(0, 3)
  for (const [row, { id: spaceId }] of tested.entries())
    for (const [at, { itemKey, expected }] of keys.entries()) {
      const result = (row * 7 + at) % 17 === 0 ? TestResult.Fail : (at + row) % 13 === 0 ? TestResult.NotApplicable : TestResult.Pass
      const measured = result === TestResult.Fail ? 'Out of range' : result === TestResult.Pass ? expected : null
      await call(saveTestResult, {
        params: { ...params, spaceId, itemKey },
        body: { result, measured, note: result === TestResult.Fail ? `Seen on ${today}` : null },
      })
    }
}

interface Submitting {
  companyAt(at: number): { companyType: CompanyType | null; companyId: number | null }
  reviewerId: string | null
  today: string
}
/** Number of submittals in the register, with resubmittals. */
const wanted = 25

async function makeSubmittals(call: Invoke, params: { id: number }, { companyAt, reviewerId, today }: Submitting) {
  await call(generateSubmittals, { params, body: {} })
  const list = () => call(standardCalls(submittals).list, { params, query: { itemsPerPage: 200 } })
  const generated = (await list()).items
  // The register of the demo is shorter than the list of manufacturers.
  for (const { id } of generated.slice(wanted - 4)) await call(removeCall(submittals), { params: { ...params, itemId: id } })
  const first = generated.slice(0, wanted - 4)
  for (const [at, row] of first.entries()) {
    const item = { ...params, itemId: row.id }
    await call(updateCall(submittals), { params: item, body: { ...companyAt(at), reviewerId, specSection: `27 4${at % 3}1 16` } })
    if (at % 5 === 4) continue
    await call(receiveSubmittal, { params: item, body: { receivedDate: onDay(today, at - 30) } })
    if (at % 5 === 3) continue
    const { NoExceptionsTaken, MakeCorrectionsNoted, ReviseAndResubmit } = SubmittalOutcome
    const outcome = at === 5 || at === 10 ? ReviseAndResubmit : at % 2 === 0 ? NoExceptionsTaken : MakeCorrectionsNoted
    await call(returnSubmittal, {
      params: item,
      body: { outcome, comments: outcome === ReviseAndResubmit ? 'The finish differs from the specification.' : null },
    })
  }
  const { total } = await list()
  for (let at = total; at < wanted; at++)
    await call(createCall(submittals), {
      params,
      body: {
        title: `Shop drawings, sheet ${at + 1 - total}`,
        kind: SubmittalKind.ShopDrawing,
        expectedDate: onDay(today, at - 10),
        reviewerId,
        ...companyAt(at),
      },
    })
}
