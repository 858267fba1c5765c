import { type ReactNode, useState } from 'react'
import { useAtomValue } from '#widget/lib/state.ts'
import { canSelectWalletAtom } from '../legal-consent.ts'
import { LegalConsent } from './legal-consent.tsx'

/**
 * Renders the consent checkbox if consent is missing on mount, and the children only with consent. The checkbox stays
 * mounted, so that checking it does not lose the focus.
 */
export function LegalConsentGate({ children }: { children?: ReactNode }) {
  const canSelect = useAtomValue(canSelectWalletAtom)
  const [isShown] = useState(!canSelect)
  return (
    <>
      {isShown && <LegalConsent />}
      {canSelect && children}
    </>
  )
}
