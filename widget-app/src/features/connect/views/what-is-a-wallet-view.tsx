import { flagsAtom } from '#widget/core/config.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { walletRowsAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { EmptyIllustration } from '#widget/ui/notices/empty-illustration.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { deviceKindAtom, storeLinks } from '../store-links.ts'

/** How many wallets are suggested to a user without one. */
const maxSuggestions = 3

/** Explains wallets in two ideas and suggests some. */
export function WhatIsAWalletView() {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  const device = useAtomValue(deviceKindAtom)
  const { allWallets } = useAtomValue(flagsAtom)
  const suggestions = useAtomValue(walletRowsAtom)
    .filter(({ found, entry }) => found.length === 0 && entry && storeLinks(entry.links, device).length > 0)
    .slice(0, maxSuggestions)
  return (
    <Stack gap={20}>
      <Idea drawing="coins" title={t('what.keys')} text={t('connect.help-keys')} />
      <Idea drawing="wallet" title={t('what.login')} text={t('connect.help-login')} />
      {suggestions.length > 0 && (
        <RowGroup label={t('what.start')}>
          {suggestions.map(({ id, name, icon }) => (
            <Row
              key={id}
              title={name}
              icon={<WalletIcon name={name} src={icon} />}
              chevron
              onClick={() => navigate({ to: 'push', view: { name: 'GetWallet', walletId: id } })}
            />
          ))}
        </RowGroup>
      )}
      <ScreenFooter>
        {allWallets && (
          <Button look="secondary" onClick={() => navigate({ to: 'push', view: { name: 'AllWallets' } })}>
            {t('connect.all')}
          </Button>
        )}
      </ScreenFooter>
    </Stack>
  )
}

type IdeaProps = { readonly drawing: 'coins' | 'wallet'; readonly title: string; readonly text: string }

function Idea({ drawing, title, text }: IdeaProps) {
  return (
    <Stack gap={8} align="center">
      <EmptyIllustration name={drawing} />
      <Stack gap={4}>
        <Text as="h2" size={17} weight="strong" align="center">
          {title}
        </Text>
        <Text tone="soft" align="center">
          {text}
        </Text>
      </Stack>
    </Stack>
  )
}
