import { Link } from '@tanstack/react-router'
import { useCan } from '../kit/request/can.ts'

export function ConnectionsLink() {
  const isOpen = useCan('AppSettings.View')
  if (!isOpen) return null
  return (
    <Link to="/integrations/settings" className="dna-link">
      Connections
    </Link>
  )
}
