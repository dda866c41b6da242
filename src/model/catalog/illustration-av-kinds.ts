import * as audio from './illustration-audio.ts'
import { any, type Kind, rackForms } from './illustration-kinds.ts'
import * as room from './illustration-room.ts'
import * as video from './illustration-video.ts'

export const audioVisualKinds: readonly Kind[] = [
  {
    icons: ['microphone'],
    names: /microphone/,
    loose: [
      [/charger/, rackForms.chargers],
      [/receiver/, rackForms.receiver],
      [/gooseneck/, audio.gooseneck],
      [/bodypack|lavalier/, audio.bodypack],
      [/pendant/, audio.pendantMicrophone],
      [/ceiling.*round/, audio.roundArray],
      [/ceiling/, audio.ceilingArray],
      [/linear|\bbar\b/, audio.microphoneBar],
      [/table|boundary|expansion|\bpod\b/, audio.tableMicrophone],
      [any, audio.handheld],
    ],
    inRack: [
      [/charg/, rackForms.chargers],
      [any, rackForms.receiver],
    ],
  },
  {
    icons: ['device-speaker'],
    names: /speaker|subwoofer/,
    loose: [
      [/subwoofer/, audio.subwoofer],
      [/pendant/, audio.pendantSpeaker],
      [/ceiling/, audio.ceilingSpeaker],
      [/column|line (?:array|source)/, audio.columnSpeaker],
      [any, audio.wallSpeaker],
    ],
    inRack: [[any, rackForms.amplifier]],
  },
  { icons: ['wave-square'], names: /amplifier/, loose: [[any, rackForms.amplifier]], inRack: [[any, rackForms.amplifier]] },
  {
    icons: ['adjustments'],
    names: /audio process|mixer|dsp/,
    loose: [
      [/console/, audio.console],
      [/radiator/, audio.radiator],
      [any, video.smallBox],
    ],
    inRack: [
      [/cards?\b|modular|stage box/, rackForms.cards],
      [any, rackForms.processor],
    ],
  },
  {
    icons: ['disc', 'player-play'],
    names: /source|player/,
    loose: [
      [/laptop/, video.laptop],
      [/document camera|visualizer/, video.documentCamera],
      [/single-board/, video.boardComputer],
      [/workstation|tower/, video.tower],
      [any, video.smallBox],
    ],
    inRack: [
      [/mini|desktop/, video.smallBox],
      [/workstation|server/, rackForms.drives],
      [any, rackForms.player],
    ],
  },
  {
    icons: ['camera'],
    names: /camera/,
    loose: [
      [/dome/, video.domeCamera],
      [/bullet|box camera/, video.bulletCamera],
      [any, video.ptzCamera],
    ],
    inRack: [[any, rackForms.sparse]],
  },
  {
    icons: ['switch-3'],
    names: /video process|switch/,
    loose: [
      [/\bcard\b/, video.cardForm],
      [any, video.smallBox],
    ],
    inRack: [
      [/frame|chassis|hyper-density|mounting/, rackForms.cards],
      [/server|record/, rackForms.drives],
      [/rout|matrix|switcher/, rackForms.matrix],
      [any, rackForms.sparse],
    ],
  },
  {
    icons: ['video'],
    names: /conferenc|codec/,
    loose: [
      [/board/, video.boardForm],
      [/button/, video.presenter],
      [/gateway|codec|kit|usb conferencing/, video.smallBox],
      [/companion/, video.ptzCamera],
      [any, video.videoBar],
    ],
    inRack: [[any, rackForms.sparse]],
  },
  {
    icons: ['device-projector'],
    names: /projector/,
    loose: [
      [/\blens\b/, video.projectorLens],
      [any, video.projectorForm],
    ],
    inRack: [[any, video.projectorForm]],
  },
  {
    icons: ['presentation'],
    names: /projection screen|screen/,
    loose: [
      [/fixed|frame/, video.frameScreen],
      [/recessed/, video.recessedScreen],
      [any, video.motorScreen],
    ],
    inRack: [[any, video.motorScreen]],
  },
  {
    icons: ['device-tv'],
    names: /display|monitor|video ?wall|television/,
    loose: [
      [/\bled\b/, video.ledWall],
      [/video wall/, video.videoWall],
      [/interactive|board/, video.boardForm],
      [any, video.displayForm],
    ],
    inRack: [[any, rackForms.touch]],
  },
  {
    icons: ['device-tablet'],
    names: /touch|keypad|button/,
    loose: [
      [/light bar/, room.lightBar],
      [/schedul/, room.schedulePanel],
      [/keypad|button/, room.keypad],
      [/tabletop|controller/, room.tablePanel],
      [any, room.touchPanel],
    ],
    inRack: [[any, rackForms.touch]],
  },
  {
    icons: ['cpu'],
    names: /control/,
    loose: [[any, video.smallBox]],
    inRack: [
      [/touch/, rackForms.touch],
      [/kvm/, rackForms.ports],
      [any, rackForms.sparse],
    ],
  },
]
