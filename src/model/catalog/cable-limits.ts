import { type BuiltInSetting, builtInSettings } from '../settings/app-settings.ts'
import { CableKind, LinkType } from './enums.ts'

/** Setting with the maximum copper length of each link (domain 27). */
const settingOf: Readonly<Record<LinkType, BuiltInSetting>> = {
  [LinkType.Hdmi1080p8Bit]: 'cables.hdmi1080p8BitM',
  [LinkType.Hdmi1080p12Bit]: 'cables.hdmi1080p12BitM',
  [LinkType.Hdmi4K30]: 'cables.hdmi4K30M',
  [LinkType.Hdmi4K60]: 'cables.hdmi4K60M',
  [LinkType.HDBaseT]: 'cables.hdBaseTCat6M',
  [LinkType.SD_SDI]: 'cables.sdSdiM',
  [LinkType.HD_SDI]: 'cables.hdSdiM',
  [LinkType.SDI3G]: 'cables.sdi3GM',
  [LinkType.Ethernet]: 'cables.ethernetM',
  [LinkType.DisplayPort]: 'cables.displayPortM',
  [LinkType.DVI]: 'cables.dviM',
  [LinkType.USB2]: 'cables.usb2M',
  [LinkType.USB3]: 'cables.usb3M',
  [LinkType.RS232]: 'cables.rs232M',
}
const betterHDBaseT: BuiltInSetting = 'cables.hdBaseTCat6AM'
export const limitSettings: readonly BuiltInSetting[] = [...Object.values(settingOf), betterHDBaseT]

export interface CableLimit {
  meters: number
  name: string
}
interface LimitedSignal {
  name: string
  linkType: LinkType | null
  lengthLimitM: number | null
}

/**
 * Returns the limit of the signal type if it has one, otherwise the setting for this link and cable kind. An unknown kind uses the link's
 * lowest limit. Copper limits do not apply to fiber.
 */
export function cableLimit(
  { name, linkType, lengthLimitM }: LimitedSignal,
  kind: CableKind | null,
  meters: Readonly<Partial<Record<BuiltInSetting, number | null>>>,
): CableLimit | null {
  if (lengthLimitM !== null) return { meters: lengthLimitM, name }
  if (linkType === null || kind === CableKind.Fiber) return null
  const isBetter = linkType === LinkType.HDBaseT && (kind === CableKind.Cat6A || kind === CableKind.Cat7)
  const setting = isBetter ? betterHDBaseT : settingOf[linkType]
  const limit = meters[setting] ?? null
  return limit === null ? null : { meters: limit, name: builtInSettings[setting].description }
}
