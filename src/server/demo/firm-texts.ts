const firmName = 'Dunmore Nash Associates'

const terms = `These terms apply to the services in this proposal and take effect when it is signed.

Fees are invoiced monthly for the work completed, and are due within 30 days. Travel and printing are billed at cost.

Changes to the program, the schedule or the number of spaces after the end of schematic design are additional services. We start them after written approval.

The client provides current floor plans, structural and electrical information, and one person who decides.

Our drawings and specifications are for this project only. Means and methods, site safety and the performance of contractors are the responsibility of the contractors.

Either party may end the agreement with 30 days' notice. Work completed until then is paid.`

/** Settings of the demo's firm, by key, so that its documents are complete. */
export const firmTexts: Readonly<Record<string, string>> = {
  'general.companyName': firmName,
  'general.supportEmail': 'support@dna.example',
  'reports.opcDisclaimer':
    'This opinion of probable cost is based on list prices and on our experience with similar systems. It is not a bid. Prices, labor rates and market conditions change; we do not guarantee that proposals or actual cost will not vary from it. Owner-furnished equipment, taxes, permits, electrical work and structural supports are not included.',
  'proposal.av': `${firmName} designs the audio-visual systems of the spaces listed in this proposal, from programming through commissioning.

We coordinate power, data, cooling, lighting, acoustics and structural supports with the design team, and issue drawings and specifications for competitive bids.`,
  'proposal.telecom': `${firmName} designs the structured cabling, the telecommunications rooms and their pathways for the spaces listed in this proposal.

The design follows current TIA standards and is coordinated with the owner's network group.`,
  'proposal.meta': `This proposal covers several projects under one agreement. Each project has its own scope, schedule and fee; these terms apply to all of them.`,
  'proposal.combined': `${firmName} designs audio-visual systems and structured cabling together, with one project manager and one set of coordinated drawings.`,
  'proposal.sow': `We create Revit families for the equipment in this project, at the level of detail agreed with the architect, and place them in the model of each space.`,
  'proposal.terms': terms,
}
