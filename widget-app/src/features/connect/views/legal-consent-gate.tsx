import { type ReactNode, useState } from 'react'
import { useAtomValue } from '#widget/lib/state.ts'
import { canChooseWalletAtom } from '../legal-consent.ts'
import { LegalConsent } from './legal-consent.tsx'

/**
 * The tick in a view that was opened before it was made, and what needs it: nothing until then.
 * It stays while the view does, so that ticking it does not take the focus away.
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
