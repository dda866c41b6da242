import { ConstructionPhaseType } from '../../model/contracts/enums.ts'

export const phaseColor = (type: ConstructionPhaseType) => `var(--dna-phase-${ConstructionPhaseType.get(type).key.toLowerCase()})`

/** Appearance of a phase: its color, hatched if tentative, gray for a pause, empty for out-of-contract phases. */
export function barLook(type: ConstructionPhaseType, isTentative: boolean) {
  const { Pause, NIC } = ConstructionPhaseType
  const form = type === Pause ? 'pause' : type === NIC ? 'empty' : undefined
  return {
    'data-form': form,
    'data-tentative': (isTentative && form === undefined) || undefined,
    style: { '--bar': phaseColor(type) },
  }
}
