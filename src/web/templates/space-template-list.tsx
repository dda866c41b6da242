import { Link } from '@tanstack/react-router'
import type { RowOf } from '../../model/kit/resource.ts'
import { spaceTemplates } from '../../model/templates/space-templates.ts'
import { IconTemplate } from '../kit/look/icons.ts'
import { ListPage } from '../kit/pages.tsx'
import css from '../kit/parts/cards.module.css'

export function SpaceTemplatesPage() {
  return (
    <ListPage
      resource={spaceTemplates}
      card={(template) => <TemplateCard template={template} />}
      empty="No space templates yet. Create one here, or save a space as a template."
    />
  )
}

export function RestoreSpaceTemplatesPage() {
  return <ListPage resource={spaceTemplates} title="Restore space templates" isDeleted empty="No space templates are deleted." />
}

const countText = (value: number, text: string, many: string) => (
  <span>
    <b>{value.toLocaleString('en-US')}</b> {value === 1 ? text : many}
  </span>
)

function TemplateCard({ template }: { template: RowOf<typeof spaceTemplates> }) {
  return (
    <Link to={`/space-templates/${template.id}`} className={css.card}>
      <div className={css.top}>
        <span className={css.mark} aria-hidden="true">
          {template.imageUrl ? <img src={String(template.imageUrl)} alt="" /> : <IconTemplate size={18} />}
        </span>
        <div className={css.names}>
          <h2>{template.name}</h2>
          <div className={css.quiet}>
            {template.defaultComplexity === null ? 'Space template' : `Complexity ${template.defaultComplexity}`}
          </div>
        </div>
      </div>
      <div className={css.bottom}>
        {countText(template.equipmentCount, 'piece', 'pieces')}
        {countText(template.countTemplateUsed, 'space', 'spaces')}
        <b className={css.total}>
          {template.totalMsrpPrice.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })}
        </b>
      </div>
    </Link>
  )
}
