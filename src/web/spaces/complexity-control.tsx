import { UnstyledButton } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { suggestedComplexity } from '../../model/spaces/space-calls.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import { NumberField } from '../kit/form/number-field.tsx'
import { useCall } from '../kit/request/call.ts'
import css from './space.module.css'

export function ComplexityControl({ field, value, onChange, onBlur, error, readOnly }: ControlProps) {
  const { spaceId } = useParams({ strict: false })
  const [suggestion, setTold] = useState<{ suggestedComplexity: number; score: number; factors: { name: string; points: number }[] }>()
  const { mutate, isPending } = useCall(suggestedComplexity, { onDone: setTold })
  const reasons = suggestion?.factors.filter(({ points }) => points > 0).slice(0, 3) ?? []
  return (
    <div>
      <NumberField
        label={field.label}
        min={1}
        max={5}
        allowDecimal={false}
        readOnly={readOnly}
        value={value ?? ''}
        onChange={(next) => onChange(next === '' ? null : Number(next))}
        onBlur={onBlur}
        error={error}
      />
      {!readOnly && (
        <p className={css.suggestion} aria-live="polite">
          {suggestion ? (
            <>
              Suggested: {suggestion.suggestedComplexity} (score {suggestion.score.toLocaleString('en-US')}
              {reasons.length > 0 && `: ${reasons.map(({ name, points }) => `${name} ${points.toLocaleString('en-US')}`).join(', ')}`}){' '}
              {value !== suggestion.suggestedComplexity && (
                <UnstyledButton className="dna-link" onClick={() => onChange(suggestion.suggestedComplexity)}>
                  Use {suggestion.suggestedComplexity}
                </UnstyledButton>
              )}
            </>
          ) : (
            <UnstyledButton
              className="dna-link"
              disabled={isPending}
              onClick={() => mutate({ params: { id: Number(spaceId) }, body: { equipment: null } })}
            >
              Suggest from the equipment
            </UnstyledButton>
          )}
        </p>
      )}
    </div>
  )
}
