import { useEffect, useState } from 'react'

/** Assistive technology may click without a press. */
const signs = ['pointerdown', 'keydown', 'click'] as const
let hasActed = false
const waiting = new Set<() => void>()

function act() {
  hasActed = true
  for (const sign of signs) removeEventListener(sign, act, true)
  for (const run of waiting) run()
  waiting.clear()
}
for (const sign of signs) addEventListener(sign, act, true)

/** Runs at the first press of a key or pointer: the time to load parts that only answer an action. Returns a function that cancels it. */
export function onFirstAct(run: () => void): () => void {
  if (hasActed) run()
  else waiting.add(run)
  return () => void waiting.delete(run)
}

export function useHasActed(): boolean {
  const [isNow, setNow] = useState(hasActed)
  useEffect(() => onFirstAct(() => setNow(true)), [])
  return isNow
}
