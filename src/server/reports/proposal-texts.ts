import { CombinedProposalType, ConstructionPhaseType } from '../../model/contracts/enums.ts'

const { SD, DD, CD, BID, CA } = ConstructionPhaseType
const { AV, Telecom, Security } = CombinedProposalType

/** Default texts for services and deliverables of a phase; the firm's settings override them. */
interface PhaseTexts {
  services: string
  deliverables: string[]
}

const phaseTexts: Record<CombinedProposalType, Partial<Record<ConstructionPhaseType, PhaseTexts>>> = {
  [AV]: {
    [SD]: {
      services:
        'Meet the users and the design team, document the requirements of each space, and recommend systems with an opinion of probable cost.',
      deliverables: ['Audio-visual program', 'Opinion of probable cost'],
    },
    [DD]: {
      services:
        'Develop the systems of each space, lay out the equipment, and give the architect and engineers its infrastructure requirements.',
      deliverables: ['Building infrastructure narrative', 'Equipment layouts and one-line diagrams', 'Updated opinion of probable cost'],
    },
    [CD]: {
      services: 'Draw and specify the systems so that integrators can bid on them and build them.',
      deliverables: ['Drawings with details, elevations and schedules', 'Specifications', 'Bill of materials'],
    },
    [BID]: {
      services: "Answer bidders' RFIs, issue addenda, and compare the bids.",
      deliverables: ['RFI responses and addenda', 'Bid comparison with a recommendation'],
    },
    [CA]: {
      services: 'Review submittals, visit the site, and witness the acceptance test of each space.',
      deliverables: ['Reviewed submittals', 'Site visit reports', 'Punch list and acceptance report'],
    },
  },
  [Telecom]: {
    [SD]: {
      services: 'Survey existing conditions, and plan telecommunications rooms, pathways and media with the design team.',
      deliverables: ['Concept of rooms, pathways and cabling', 'Opinion of probable cost'],
    },
    [DD]: {
      services: 'Lay out telecommunications rooms, backbone and horizontal cabling, and coordinate them with power and cooling.',
      deliverables: ['Layouts of telecommunications rooms', 'Riser diagrams', 'Updated opinion of probable cost'],
    },
    [CD]: {
      services: 'Draw and specify the cabling so that contractors can bid on it and install it.',
      deliverables: ['Plans of outlets and pathways', 'Details and schedules', 'Specifications'],
    },
    [BID]: {
      services: "Answer bidders' RFIs, issue addenda, and compare the bids.",
      deliverables: ['RFI responses and addenda', 'Bid comparison with a recommendation'],
    },
    [CA]: {
      services: 'Review submittals and test reports, visit the site, and accept the cabling.',
      deliverables: ['Reviewed submittals', 'Site visit reports', 'Review of the cable tests'],
    },
  },
  [Security]: {
    [SD]: {
      services: 'Assess what needs protection, and recommend access control and video surveillance to match.',
      deliverables: ['Security program', 'Opinion of probable cost'],
    },
    [DD]: {
      services: 'Place readers, cameras and panels, and coordinate doors, power and network.',
      deliverables: ['Device layouts', 'Door schedule'],
    },
    [CD]: {
      services: 'Draw and specify the systems so that contractors can bid on them and build them.',
      deliverables: ['Drawings with details and schedules', 'Specifications'],
    },
    [BID]: {
      services: "Answer bidders' RFIs, issue addenda, and compare the bids.",
      deliverables: ['RFI responses and addenda', 'Bid comparison with a recommendation'],
    },
    [CA]: {
      services: 'Review submittals, visit the site, and witness the acceptance test.',
      deliverables: ['Reviewed submittals', 'Site visit reports', 'Acceptance report'],
    },
  },
}

export const wordsOfPhase = (discipline: CombinedProposalType, phase: ConstructionPhaseType): PhaseTexts | undefined =>
  phaseTexts[discipline][phase]

export const disciplineNames: Record<CombinedProposalType, string> = {
  [AV]: 'Audio-visual systems',
  [Telecom]: 'Telecommunications',
  [Security]: 'Security systems',
}

export const standardTerms = `Hours are estimates unless a fee is named as fixed. Work that is not listed here is an additional service and is agreed in writing before it begins.

- Invoices are issued monthly for the work done and are due within 30 days.
- Drawings and documents stay the property of the firm and are licensed to the client for this project.
- Either side may end the agreement with 30 days of notice; work done until then is paid.`
