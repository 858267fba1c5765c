import { useRef } from 'react'
import { chainOf } from '#shared/caip/account-id.ts'
import { nameLabelMaxLength } from '#shared/names/name-label.ts'
import { activeNetworkAtom } from '#widget/domain/accounts/active-network.ts'
import { activeAccountAtom, activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { walletAppAtom } from '#widget/domain/wallets/wallet-app.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, usePrompt, useSetAtom } from '#widget/lib/state.ts'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
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
import {
  abortOnLeaveAtom,
  canRegisterAtom,
  registerAtom,
  registeredNameAtom,
  registerStateAtom,
} from '../atoms.ts'
import {
  availabilityAtom,
  hasSuffixAtom,
  nameAtom,
  nameSuffixAtom,
  typedNameAtom,
} from '../name-availability.ts'
import styles from './register-account-name-view.module.css'
import { RegistrationProgress } from './registration-progress.tsx'

/** Lets the user type a name for the active account, and registers it by a signature. */
export function RegisterAccountNameView() {
  useAtomValue(abortOnLeaveAtom)
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
    <NameForm wallet={wallet.name} />
  ) : (
    <RegistrationProgress state={state} wallet={wallet} app={app} />
  )
}

function NameForm({ wallet }: { wallet: string }) {
  const t = useT()
  const state = useAtomValue(registerStateAtom)
  const registeredName = useAtomValue(registeredNameAtom)
  const canRegister = useAtomValue(canRegisterAtom)
  const availability = useAtomValue(availabilityAtom)
  const retry = useSetAtom(availabilityAtom)
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
        {registeredName !== undefined && (
          <Notice tone="info" title={t('register.own', { name: registeredName })}>
            {t('register.own-text')}
          </Notice>
        )}
        {state.is === 'choosing' && state.failure && (
          <FailureNotice
            failure={state.failure}
            wallet={wallet}
            messages={{
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
            <RetryButton place="part" onRetry={retry} />
          </Stack>
        )}
        <Suggestions />
        <Facts />
      </Stack>
      <button type="submit" hidden tabIndex={-1} />
      <ScreenFooter>
        <div ref={primary}>
          <GatedButton
            onClick={(click) => void register(click)}
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
function Suggestions() {
  const t = useT()
  const edit = useSetAtom(typedNameAtom)
  const availability = useAtomValue(availabilityAtom)
  const suffix = useAtomValue(nameSuffixAtom)
  if (availability.is !== 'taken' || availability.suggestions.length === 0) return null
  return (
    <RowGroup label={t('register.others')}>
      {availability.suggestions.map((label) => (
        <Row key={label} title={<bdi dir="ltr">{`${label}${suffix}`}</bdi>} onClick={() => edit(label)} />
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
