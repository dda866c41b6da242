import { Modal } from '@mantine/core'
import { ConnectorGender, PortDirection } from '../../model/catalog/enums.ts'
import { CadIntegrationResult } from '../../model/integrations/enums.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { comparedFields } from '../../model/wire-cad/cad-matching.ts'
import type { listCadItems } from '../../model/wire-cad/request-calls.ts'
import { formatNumber } from '../kit/look/format.tsx'
import css from './wire-cad.module.css'

export type CadItemRow = ResponseOf<typeof listCadItems>['items'][number]

export function CadItemDialog({ item, onClose }: { item: CadItemRow | undefined; onClose: () => void }) {
  const title = item && `${item.cadManufacturer} ${item.cadModel}`
  return (
    <Modal opened={item !== undefined} onClose={onClose} title={title} size={760} keepMounted={false}>
      {item && <Contents item={item} />}
    </Modal>
  )
}

const valueWithUnit = (value: number | null, unit: string) => (value === null ? null : `${formatNumber(value)} ${unit}`)

function Contents({ item }: { item: CadItemRow }) {
  const facts = [
    ['Result', CadIntegrationResult.label(item.result)],
    ['Equipment', item.equipment && `${item.equipment.tag}, ${item.equipment.manufacturer} ${item.equipment.model}`],
    ['Description', item.cadDescription],
    ['Type', item.cadType],
    ['Weight', valueWithUnit(item.cadWeightLb, 'lb')],
    ['Height', valueWithUnit(item.cadHeightIn, 'in')],
    ['Width', valueWithUnit(item.cadWidthIn, 'in')],
    ['Depth', valueWithUnit(item.cadDepthIn, 'in')],
    ['Power', valueWithUnit(item.cadWatts, 'W')],
    ['Voltage', valueWithUnit(item.cadVoltage, 'V')],
    ['WireCAD id', item.wireCadId],
  ].filter(([, value]) => value)
  return (
    <>
      {item.applyError && (
        <p className={css.bad} role="alert">
          {item.applyError}
        </p>
      )}
      <dl className={css.facts}>
        {facts.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {item.notes.length > 0 && (
        <ul className={css.notes} aria-label="Notes">
          {item.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <Rows
        label="Differences"
        heads={['Field', 'WireCAD', 'DNA']}
        rows={item.differences.map(({ field, cad, dna }) => [comparedFields[field], cad, dna])}
      />
      <Rows
        label="Ports"
        heads={['Direction', 'Port', 'Connector', 'Signal type', 'Cable end']}
        rows={item.cadPorts.map(({ direction, name, connector, signalType, gender }) => [
          PortDirection.label(direction),
          name,
          connector,
          signalType,
          gender && ConnectorGender.label(gender),
        ])}
      />
      <Rows
        label="Devices"
        heads={['SysName', 'Alias', 'Location', 'Elevation']}
        rows={item.devices.map(({ sysName, alias, location, elevation }) => [sysName, alias, location, elevation])}
      />
    </>
  )
}

const mostShown = 200

function Rows({ label, heads, rows }: { label: string; heads: string[]; rows: (string | null)[][] }) {
  if (rows.length === 0) return null
  return (
    <table className={css.table} aria-label={label}>
      <caption style={{ textAlign: 'left' }}>{label}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, mostShown).map((row) => (
          <tr key={row.join(' ')}>
            {row.map((cell, index) => (
              <td key={heads[index]}>{cell ?? '–'}</td>
            ))}
          </tr>
        ))}
        {rows.length > mostShown && (
          <tr>
            <td colSpan={heads.length}>and {formatNumber(rows.length - mostShown)} more</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
