import * as furniture from './illustration-furniture.ts'
import { any, type Kind, rackForms } from './illustration-kinds.ts'
import { socketBox } from './illustration-ports.ts'
import * as room from './illustration-room.ts'
import * as small from './illustration-small.ts'
import * as video from './illustration-video.ts'

export const buildingKinds: readonly Kind[] = [
  {
    icons: ['wifi'],
    names: /wireless|antenna|access point/,
    loose: [
      [/bridge|outdoor/, room.bridge],
      [any, room.accessPoint],
    ],
    inRack: [[any, rackForms.ports]],
  },
  {
    icons: ['network'],
    names: /network|switch|router/,
    loose: [
      [/converter/, video.smallBox],
      [any, socketBox],
    ],
    inRack: [
      [/\bnas\b|storage/, rackForms.drives],
      [any, rackForms.ports],
    ],
  },
  { icons: ['server'], names: /\brack|enclosure/, loose: [[any, furniture.enclosure]], inRack: [[any, furniture.enclosure]] },
  {
    icons: ['anchor'],
    names: /mount|bracket/,
    loose: [
      [/projector/, furniture.projectorMount],
      [/ceiling/, furniture.ceilingMount],
      [/\bbars?\b/, furniture.bars],
      [/shelf/, rackForms.shelf],
      [any, furniture.wallMount],
    ],
    inRack: [
      [/drawer/, rackForms.drawer],
      [/vent/, rackForms.vent],
      [/cable/, rackForms.manager],
      [/blank/, rackForms.blank],
      [any, rackForms.shelf],
    ],
  },
  {
    icons: ['plug'],
    names: /power|\bups\b/,
    loose: [
      [/zero ?u|rack pdu|power distribution|strip/, furniture.outletStrip],
      [/injector/, video.smallBox],
      [/ups|uninterruptible|battery/, furniture.upsTower],
      [any, furniture.surge],
    ],
    inRack: [
      [/pdu|power distribution|transfer|\bats\b|outlet.*cord/, rackForms.outlets],
      [/ups|uninterruptible|battery/, rackForms.ups],
      [any, rackForms.outlets],
    ],
  },
  {
    icons: ['box'],
    names: /floor|box/,
    loose: [
      [/floor/, furniture.floorBox],
      [/storage|enclosure|project/, furniture.storageBox],
      [any, furniture.wallBox],
    ],
    inRack: [[any, rackForms.sparse]],
  },
  {
    icons: ['armchair'],
    names: /furniture|table|lectern/,
    loose: [
      [/lectern|podium/, furniture.lectern],
      [/cart/, furniture.cart],
      [/credenza/, furniture.credenza],
      [any, furniture.table],
    ],
    inRack: [[any, rackForms.shelf]],
  },
  {
    icons: ['line'],
    names: /cable/,
    loose: [
      [/reel|bulk|spool|awg/, small.reel],
      [any, small.patchCable],
    ],
    inRack: [[any, small.patchCable]],
  },
  {
    icons: ['plug-connected'],
    names: /connector|plate|patch/,
    loose: [
      [/chassis|connector/, small.chassisConnector],
      [any, small.plate],
    ],
    inRack: [
      [/housing/, rackForms.cards],
      [any, rackForms.ports],
    ],
  },
  {
    icons: ['lock'],
    names: /security|access control/,
    loose: [
      [/reader|lock|keypad/, room.reader],
      [/dome|flex|turret/, video.domeCamera],
      [any, video.bulletCamera],
    ],
    inRack: [[any, rackForms.drives]],
  },
  {
    icons: ['phone'],
    names: /phone|telephony/,
    loose: [
      [/conference/, room.conferencePhone],
      [/dect|base station/, room.accessPoint],
      [any, room.deskPhone],
    ],
    inRack: [[any, rackForms.ports]],
  },
  {
    icons: ['flame'],
    names: /fire|life safety/,
    loose: [
      [/relay|module/, small.terminals],
      [any, small.fireAlarm],
    ],
    inRack: [[any, rackForms.sparse]],
  },
  {
    icons: ['bulb'],
    names: /light/,
    loose: [
      [/profile|spot/, small.profileLight],
      [/fixture|wash|\bpar\b/, small.washLight],
      [/interface|din\b|dimm|relay/, small.terminals],
      [any, small.bulb],
    ],
    inRack: [[any, rackForms.sparse]],
  },
  { icons: ['license'], names: /software|licen[cs]e/, loose: [[any, small.software]], inRack: [[any, small.software]] },
]
