import { useRef } from 'react'
import { chainOf } from '#shared/caip/account-id.ts'
import { nameLabelMaxLength } from '#shared/names/name-label.ts'
import { activeNetworkAtom } from '#widget/domain/accounts/active-network.ts'
import { activeAccountAtom, activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { walletAppAtom } from '#widget/domain/wallets/wallet-app.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, usePrompt, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { TextField } from '#widget/ui/forms/text-field.tsx'
import { GatedButton } from '#widget/ui/gated-button/gated-button.tsx'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { FailureNotice } from '#widget/ui/notices/failure-notice.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { canRegisterAtom, ownNameAtom, presenceAtom, registerAtom, registerStateAtom } from '../atoms.ts'
import {
  availabilityAtom,
  hasSuffixAtom,
  nameAtom,
  nameSuffixAtom,
  typedNameAtom,
} from '../name-availability.ts'
import styles from './register-account-name-view.module.css'
import { Claiming } from './registration-progress.tsx'

/** Lets the user type a name for the active account, and registers it by a signature. */
export function RegisterAccountNameView() {
  useAtomValue(presenceAtom)
  const state = useAtomValue(registerStateAtom)
  const connection = useAtomValue(activeConnectionAtom)
  const row = useAtomValue(walletByIdAtom(connection?.walletId ?? ''))
  const app = useAtomValue(walletAppAtom(connection?.handle ?? ''))
  const t = useT()
  const wallet = {
    name: row?.name ?? connection?.walletName ?? t('connecting.wallet'),
    icon: row?.icon ?? connection?.icon,
  }
  return state.is === 'choosing' ? (
    <Choosing wallet={wallet.name} />
  ) : (
    <Claiming state={state} wallet={wallet} app={app} />
  )
}

function Choosing({ wallet }: { wallet: string }) {
  const t = useT()
  const state = useAtomValue(registerStateAtom)
  const own = useAtomValue(ownNameAtom)
  const canRegister = useAtomValue(canRegisterAtom)
  const availability = useAtomValue(availabilityAtom)
  const ask = useSetAtom(availabilityAtom)
  const register = usePrompt(registerAtom)
  const primary = useRef<HTMLDivElement>(null)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // Enter in the field does not count as consent: it only focuses the gated button.
        primary.current?.querySelector('button')?.focus()
      }}
    >
      <Stack gap={20}>
        {own !== undefined && (
          <Notice tone="info" title={t('register.own', { name: own })}>
            {t('register.own-text')}
          </Notice>
        )}
        {state.is === 'choosing' && state.setback && (
          <FailureNotice
            setback={state.setback}
            wallet={wallet}
            words={{
              rejectedText: t('register.rejected-text'),
              notDone: t('register.failed'),
              notDoneText: t('register.failed-text'),
              perhaps: t('register.unknown'),
              perhapsText: t('register.unknown-text'),
            }}
          />
        )}
        <NameField />
        {availability.is === 'failed' && (
          <Stack across>
            <Button look="secondary" size="small" onPress={() => void ask()}>
              {t('common.tryAgain')}
            </Button>
          </Stack>
        )}
        <Others />
        <Facts />
      </Stack>
      <button type="submit" hidden tabIndex={-1} />
      <ScreenFooter>
        <div ref={primary}>
          <GatedButton
            onPress={(press) => void register(press)}
            busy={availability.is === 'checking'}
            disabled={!canRegister && availability.is !== 'checking'}
          >
            {t('register.submit')}
          </GatedButton>
        </div>
      </ScreenFooter>
    </form>
  )
}

/** The name field with its availability. */
function NameField() {
  const t = useT()
  const [text, edit] = useAtom(typedNameAtom)
  const hasSuffix = useAtomValue(hasSuffixAtom)
  const name = useAtomValue(nameAtom)
  const suffix = useAtomValue(nameSuffixAtom)
  const availability = useAtomValue(availabilityAtom)
  const hint = {
    empty: t('register.rule'),
    'too-short': t('register.rule'),
    checking: t('register.checking'),
    free: (
      <Text as="span" size={13} tone="success">
        {t('register.free', { name })}
      </Text>
    ),
    taken: undefined,
    failed: undefined,
    characters: undefined,
    'too-long': undefined,
  }[availability.is]
  const error = {
    ...{ empty: undefined, 'too-short': undefined, checking: undefined, free: undefined },
    taken: t('register.taken', { name }),
    failed: t('name.failed'),
    characters: t('register.characters'),
    'too-long': t('field.too-long', { count: nameLabelMaxLength }),
  }[availability.is]
  return (
    <TextField
      label={t('register.name')}
      value={text}
      onChange={edit}
      hint={hint}
      error={error}
      dir="ltr"
      trailing={!hasSuffix && <span className={styles.suffix}>{suffix}</span>}
    />
  )
}

/** Suggestions for a taken name. A free name needs none. */
function Others() {
  const t = useT()
  const edit = useSetAtom(typedNameAtom)
  const availability = useAtomValue(availabilityAtom)
  const suffix = useAtomValue(nameSuffixAtom)
  if (availability.is !== 'taken' || availability.others.length === 0) return null
  return (
    <RowGroup label={t('register.others')}>
      {availability.others.map((label) => (
        <Row key={label} title={<bdi dir="ltr">{`${label}${suffix}`}</bdi>} onPress={() => edit(label)} />
      ))}
    </RowGroup>
  )
}

/** The account, network and cost of the registration. */
function Facts() {
  const t = useT()
  const account = useAtomValue(activeAccountAtom)
  const network = useAtomValue(activeNetworkAtom)
  if (!account) return null
  const address = account.slice(account.lastIndexOf(':') + 1)
  return (
    <Stack gap={8}>
      <KeyValueList
        items={[
          { id: 'account', label: t('sign-in.account'), value: <AddressText address={address} /> },
          { id: 'network', label: t('review.network'), value: network?.name ?? chainOf(account) },
          { id: 'cost', label: t('register.cost'), value: t('register.no-cost') },
        ]}
      />
      <Text size={13} tone="soft">
        {t('register.public')}
      </Text>
    </Stack>
  )
}
