import { useState } from 'react'
import type { Namespace } from '#shared/caip/namespace.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { CopyButton } from '#widget/ui/buttons/copy-button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { exportKey } from '../core/exported-key.ts'
import type { FlowPorts } from './flow-ports.ts'
import styles from './keeping-screens.module.css'
import type { ScreenOf } from './vault-screen.ts'

/** Chains, and where their keys are imported. Names are not translated. */
const chains = [
  { namespace: 'eip155', name: 'Ethereum', wallets: 'MetaMask, Rabby' },
  { namespace: 'solana', name: 'Solana', wallets: 'Phantom, Solflare' },
  { namespace: 'polkadot', name: 'Polkadot', wallets: 'Polkadot.js' },
] as const

/** Lets the user choose a chain, and shows the key of its account. */
export async function showKey({ ask }: FlowPorts, entropy: Uint8Array): Promise<void> {
  const namespace = await ask<Namespace | undefined>((answer) => ({ is: 'choose-key', answer }))
  if (namespace === undefined) return
  const key = await exportKey(entropy, namespace)
  await ask<void>((answer) => ({ is: 'key', namespace, key, answer }))
}

function ChooseKeyScreen({ screen: { answer } }: { screen: ScreenOf<'choose-key'> }) {
  const t = useT()
  return (
    <Stack gap={20}>
      <div />
      <Headline title={t('vault.key')} text={t('vault.key-text')} isAlert={false} size={22} />
      <RowGroup>
        {chains.map(({ namespace, name, wallets }) => (
          <Row key={namespace} title={name} subtitle={wallets} chevron onClick={() => answer(namespace)} />
        ))}
      </RowGroup>
      <ScreenFooter>
        <Button look="secondary" onClick={() => answer(undefined)}>
          {t('common.back')}
        </Button>
      </ScreenFooter>
    </Stack>
  )
}

/** Shows the key after another press: a bystander sees nothing before. */
function KeyScreen({ screen: { namespace, key, answer } }: { screen: ScreenOf<'key'> }) {
  const t = useT()
  const [isShown, setShown] = useState(false)
  const chain = chains.find((each) => each.namespace === namespace)?.name ?? namespace
  return (
    <Stack gap={20}>
      <div />
      <Headline
        title={t('vault.key-of', { chain })}
        text={t('vault.key-of-text')}
        isAlert={false}
        size={22}
      />
      <Notice tone="warning">{t('vault.phrase-warning')}</Notice>
      {isShown && (
        <>
          <code className={styles.key} dir="ltr" data-testid="exported-key">
            {key}
          </code>
          <CopyButton text={key} label={t('vault.key-copy')} copiedLabel={t('vault.key-copied')}>
            {t('vault.key-copy')}
          </CopyButton>
        </>
      )}
      <ScreenFooter>
        {isShown ? (
          <Button onClick={answer}>{t('common.done')}</Button>
        ) : (
          <Button onClick={() => setShown(true)}>{t('vault.key-show')}</Button>
        )}
      </ScreenFooter>
    </Stack>
  )
}

/** The screens of an export. */
export function ExportScreen({ screen }: { screen: ScreenOf<'choose-key' | 'key'> }) {
  return screen.is === 'key' ? <KeyScreen screen={screen} /> : <ChooseKeyScreen screen={screen} />
}
