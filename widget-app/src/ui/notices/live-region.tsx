import { VisuallyHidden } from '../layout/visually-hidden.tsx'

/** Announces `message` when it changes; mount it empty first, because screen readers announce changes, not arrivals. */
export function LiveRegion({ message, urgent = false }: { message: string; urgent?: boolean }) {
  return (
    <VisuallyHidden>
      <span role={urgent ? 'alert' : 'status'}>{message}</span>
    </VisuallyHidden>
  )
}
