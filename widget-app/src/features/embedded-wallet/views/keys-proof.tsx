import { useState } from 'react'
import { openVaultAtom, provedCountAtom } from '#widget/domain/embedded-wallet/vault-window.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { WithVaultWindow } from './with-vault-window.tsx'

type KeysProofProps = {
  /** Repeats the call that the server rejected, once the keys are proved. */
  readonly onContinue: () => void
  readonly onCancel?: () => void
  /** The user states that every key is lost. */
  readonly onLost?: (() => void) | undefined
}

/** The server requires a proof by the wallet's keys, which the vault gives. */
export function KeysProof(props: KeysProofProps) {
  const [provedBefore] = useState(useAtomValue(provedCountAtom))
  const isProved = useAtomValue(provedCountAtom) > provedBefore
  return (
    <WithVaultWindow task={{ is: 'prove' }}>
      <Prove {...props} isProved={isProved} />
    </WithVaultWindow>
  )
}

/** Its click opens the vault, so it must stay synchronous. */
function Prove({ onContinue, onCancel, onLost, isProved }: KeysProofProps & { isProved: boolean }) {
  const t = useT()
  const openVault = useSetAtom(openVaultAtom)
  return (
    <Stack gap={20}>
      <div />
      <Headline
        title={t(isProved ? 'change-email.proved' : 'change-email.keys')}
        text={isProved ? undefined : t('change-email.keys-text')}
        isAlert={false}
      />
      <ScreenFooter>
        {isProved ? (
          <Button onClick={onContinue}>{t('email.continue')}</Button>
        ) : (
          <Button onClick={() => openVault({ is: 'prove' })}>{t('change-email.prove')}</Button>
        )}
        {onLost && !isProved && (
          <Button look="quiet" onClick={onLost}>
            {t('deletion.lost')}
          </Button>
        )}
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
      </ScreenFooter>
    </Stack>
  )
}
