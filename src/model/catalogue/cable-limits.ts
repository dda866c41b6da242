import { type BuiltInSetting, builtInSettings } from '../settings/app-settings.ts'
import { CableKind, LinkType } from './enums.ts'

/** The setting that says how far each link reaches over copper (domain 27). */
const settingOf: Readonly<Record<LinkType, BuiltInSetting>> = {
  [LinkType.of.Hdmi1080p8Bit]: 'cables.hdmi1080p8BitM',
  [LinkType.of.Hdmi1080p12Bit]: 'cables.hdmi1080p12BitM',
  [LinkType.of.Hdmi4K30]: 'cables.hdmi4K30M',
  [LinkType.of.Hdmi4K60]: 'cables.hdmi4K60M',
  [LinkType.of.HDBaseT]: 'cables.hdBaseTCat6M',
  [LinkType.of.SD_SDI]: 'cables.sdSdiM',
  [LinkType.of.HD_SDI]: 'cables.hdSdiM',
  [LinkType.of.SDI3G]: 'cables.sdi3GM',
  [LinkType.of.Ethernet]: 'cables.ethernetM',
  [LinkType.of.DisplayPort]: 'cables.displayPortM',
  [LinkType.of.DVI]: 'cables.dviM',
  [LinkType.of.USB2]: 'cables.usb2M',
  [LinkType.of.USB3]: 'cables.usb3M',
  [LinkType.of.RS232]: 'cables.rs232M',
}
/** The one link that goes farther over a better cable. */
const betterHDBaseT: BuiltInSetting = 'cables.hdBaseTCat6AM'
export const limitSettings: readonly BuiltInSetting[] = [...Object.values(settingOf), betterHDBaseT]

/** How far a cable may run, and what says so. */
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
 * The limit of a cable: what its signal type says itself, else what the settings say of the link over this kind of cable. Nobody has said of
 * which kind: the least of the link. Over fiber no limit of copper counts.
 */
export function limitOf(
  { name, linkType, lengthLimitM }: LimitedSignal,
  kind: CableKind | null,
  meters: Readonly<Partial<Record<BuiltInSetting, number | null>>>,
): CableLimit | null {
  if (lengthLimitM !== null) return { meters: lengthLimitM, name }
  if (linkType === null || kind === CableKind.of.Fiber) return null
  const isBetter = linkType === LinkType.of.HDBaseT && (kind === CableKind.of.Cat6A || kind === CableKind.of.Cat7)
  const setting = isBetter ? betterHDBaseT : settingOf[linkType]
  const limit = meters[setting] ?? null
  return limit === null ? null : { meters: limit, name: builtInSettings[setting].description }
}
