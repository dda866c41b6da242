import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { formatBytes } from '../../model/kit/bytes.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { assets, listAssets } from '../../model/settings/assets.ts'
import { AssetCategory } from '../../model/settings/enums.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import { FileControl } from '../kit/form/file-control.tsx'
import { IconCheck, IconCopy, IconDownload, IconFileText } from '../kit/look/icons.ts'
import { ListPage } from '../kit/pages.tsx'
import { fileKind, openFile } from '../kit/request/open-file.ts'
import css from './assets.module.css'

type Asset = RowOf<typeof assets>

export function AssetsPage() {
  return (
    <ListPage
      resource={assets}
      call={listAssets}
      create="dialog"
      card={(asset) => <AssetCard asset={asset} />}
      cells={{
        size: (size) => formatBytes(size),
        fileName: (fileName, asset) => (
          <span className={css.fileCell}>
            <span>{fileName}</span>
            <AssetActions asset={asset} />
          </span>
        ),
      }}
      controls={{ fileId: FileOfAsset }}
      empty="No shared assets yet. Logos, symbols, sheet borders and templates are kept here for everyone."
    />
  )
}

const FileOfAsset = ({ field, value, onChange, error, readOnly, row }: ControlProps<string | null>) => (
  <FileControl
    label={field.label}
    fileId={value}
    fileName={row?.fileName}
    onChange={(file) => onChange(file?.id ?? null)}
    error={error}
    required={!readOnly}
    readOnly={readOnly}
  />
)

/** Removes the signature, which expires soon. The plain URL requires sign-in. */
const plainAddress = (url: string) => location.origin + url.split('?')[0]

function AssetActions({ asset: { name, fileName, url } }: { asset: Asset }) {
  return (
    <span className={css.actions}>
      <Tooltip label="Download">
        <ActionIcon size={28} component="a" href={`${url}&download=1`} download={fileName} aria-label={`Download ${name}`}>
          <IconDownload size={16} />
        </ActionIcon>
      </Tooltip>
      <CopyButton value={plainAddress(url)} timeout={2000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy link'}>
            <ActionIcon size={28} onClick={copy} aria-label={`Copy link of ${name}`}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              <span className="dna-hidden" role="status">
                {copied ? 'Copied' : ''}
              </span>
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  )
}

function AssetCard({ asset }: { asset: Asset }) {
  const { name, fileName, url, contentType, category, size } = asset
  const face = contentType.startsWith('image/') ? (
    <img src={url} alt="" loading="lazy" />
  ) : (
    <span className={css.kind}>
      <IconFileText size={18} />
      {/\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toUpperCase() ?? 'FILE'}
    </span>
  )
  return (
    <div className={css.card}>
      {fileKind(fileName) ? (
        <button type="button" className={css.face} onClick={() => openFile({ name: fileName, url })} aria-label={`Show ${name}`}>
          {face}
        </button>
      ) : (
        <div className={css.face}>{face}</div>
      )}
      <div className={css.foot}>
        <div className={css.names}>
          <h2>{name}</h2>
          <span>
            {AssetCategory.label(category)}, {formatBytes(size)}
          </span>
        </div>
        <AssetActions asset={asset} />
      </div>
    </div>
  )
}
