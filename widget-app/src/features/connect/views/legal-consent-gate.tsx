import { type ReactNode, useState } from 'react'
import { useAtomValue } from '#widget/lib/state.ts'
import { canChooseWalletAtom } from '../legal-consent.ts'
import { LegalConsent } from './legal-consent.tsx'

/**
 * Renders the consent checkbox if consent is missing on mount, and the children only with consent. The checkbox stays
 * mounted, so that checking it does not lose the focus.
 */
export function ConsentFirst({ children }: { children?: ReactNode }) {
  const mayChoose = useAtomValue(canChooseWalletAtom)
  const [asks] = useState(!mayChoose)
  return (
    <>
      {asks && <LegalConsent />}
      {mayChoose && children}
    </>
  )
}
