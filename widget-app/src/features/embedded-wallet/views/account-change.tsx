import { type ReactNode, useState } from 'react'
import { missingWay } from '#shared/api/missing-way.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { missingWayAtom } from '#widget/domain/embedded-wallet/backup.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { dateText } from '#widget/lib/date-text.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { TextField } from '#widget/ui/forms/text-field.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import {
  type AccountChange as Change,
  type ChangeState,
  cancelChangeAtom,
  changeCode,
  type RemovedCode,
  type RemovedDevice,
  runChangeAtom,
} from '../account-change.ts'
import type { ChangeFailure } from '../change-failure.ts'
import { socialTitles } from '../socials.ts'
import { CodeEntry } from './code-entry.tsx'
import { LazyKeysProof, LazyLogInAgain } from './lazy-proofs.tsx'
import { SendProblemNotice } from './send-problem-notice.tsx'

type OpenChange = Exclude<ChangeState, { is: 'none' }>

type AccountChangeProps = {
  readonly state: OpenChange
  /** What it means to delete the account without the wallet's keys. */
  readonly lostKeys: ReactNode
  /** The user states that every key is lost; undefined: the deletion without them is requested. */
  readonly onLost: (() => void) | undefined
}

/** A change of the account that the user confirms and proves. */
export function AccountChange({ state, lostKeys, onLost }: AccountChangeProps) {
  const t = useT()
  const run = useSetAtom(runChangeAtom)
  const cancel = useSetAtom(cancelChangeAtom)
  if (state.is === 'code')
    return <CodeEntry form={changeCode} text={(email) => t('login.code-text', { email })} />
  if (state.is === 'login') return <LazyLogInAgain onContinue={() => void run()} onCancel={cancel} />
  if (state.is === 'keys')
    return (
      <LazyKeysProof
        onContinue={() => void run()}
        onCancel={cancel}
        onLost={state.change.is === 'delete-account' ? onLost : undefined}
      />
    )
  return <Confirm state={state} lostKeys={lostKeys} />
}

/** Must be typed to delete the account; the same in every language. */
const deleteWord = 'DELETE'

const buttonTexts = {
  'remove-device': 'wallet-settings.remove-do',
  'remove-code': 'wallet-settings.remove-code-do',
  'link-login': 'email.continue',
  'unlink-login': 'logins.remove-do',
  'delete-account': 'wallet-settings.delete',
  'request-deletion': 'deletion.request',
} as const

const failureTexts = {
  rejected: { title: 'wallet-settings.failed', text: 'wallet-settings.rejected-text' },
  unproved: { title: 'wallet-settings.failed', text: 'change-email.expired' },
  'last-login': { title: 'wallet-settings.failed', text: 'wallet-settings.last-login-text' },
  held: { title: 'wallet-settings.failed', text: 'deletion.held' },
  unsent: { title: 'wallet-settings.failed', text: 'deletion.unsent' },
  unreached: { title: 'wallet-settings.failed', text: 'fault.network' },
  unknown: { title: 'wallet-settings.unconfirmed', text: 'wallet-settings.unconfirmed-text' },
} as const

function FailureNotice({ failure: { is, details } }: { failure: ChangeFailure }) {
  const t = useT()
  const { title, text } = failureTexts[is]
  return (
    <Notice
      tone="error"
      title={t(title)}
      details={{
        label: t('common.details'),
        code: t('common.code', { code: details.code }),
        text: details.text,
      }}
      announce
    >
      {t(text)}
    </Notice>
  )
}

type ConfirmProps = Pick<AccountChangeProps, 'lostKeys'> & {
  readonly state: Extract<OpenChange, { is: 'confirming' | 'running' }>
}

function Confirm({ state, lostKeys }: ConfirmProps) {
  const t = useT()
  const run = useSetAtom(runChangeAtom)
  const cancel = useSetAtom(cancelChangeAtom)
  const [typed, setTyped] = useState('')
  const { change } = state
  const isDeletion = change.is === 'delete-account'
  const failure = state.is === 'confirming' ? state.failure : undefined
  return (
    <Stack gap={20}>
      <div />
      {change.is === 'request-deletion' ? lostKeys : <ChangeHeadline change={change} />}
      {isDeletion && (
        <TextField
          label={t('wallet-settings.delete-type', { word: deleteWord })}
          value={typed}
          onChange={setTyped}
          dir="ltr"
        />
      )}
      {state.is === 'confirming' && state.sendProblem && <SendProblemNotice problem={state.sendProblem} />}
      {failure && <FailureNotice failure={failure} />}
      <ScreenFooter>
        <Button
          look={change.is === 'link-login' ? 'primary' : 'danger'}
          busy={state.is === 'running'}
          disabled={isDeletion && typed.trim() !== deleteWord}
          onClick={() => void run()}
        >
          {t(buttonTexts[change.is])}
        </Button>
        <Button look="quiet" onClick={cancel}>
          {t(failure?.is === 'unknown' ? 'wallet-settings.check' : 'common.cancel')}
        </Button>
      </ScreenFooter>
    </Stack>
  )
}

/** What the change does. */
function ChangeHeadline({ change }: { change: Exclude<Change, { is: 'request-deletion' }> }) {
  const t = useT()
  switch (change.is) {
    case 'remove-device':
      return <DeviceRemoval device={change.device} />
    case 'remove-code':
      return <CodeRemoval code={change.code} />
    case 'link-login': {
      const provider = socialTitles[change.provider]
      return (
        <Headline
          title={t('logins.add-title', { provider })}
          text={t('logins.add-text', { provider })}
          isAlert={false}
        />
      )
    }
    case 'unlink-login': {
      const { provider, name } = change.login
      return provider === 'email' ? (
        <Headline
          title={t('logins.remove-email-title')}
          text={t('logins.remove-email-text', { name })}
          isAlert={false}
        />
      ) : (
        <Headline
          title={t('logins.remove-title', { provider: socialTitles[provider] })}
          text={t('logins.remove-text', { name })}
          isAlert={false}
        />
      )
    }
    case 'delete-account':
      return (
        <Headline
          title={t('wallet-settings.delete-title')}
          text={t('wallet-settings.delete-text')}
          isAlert={false}
        />
      )
  }
}

function DeviceRemoval({ device: { name, holdsKeys } }: { device: RemovedDevice }) {
  const t = useT()
  const missing = useAtomValue(missingWayAtom)
  return (
    <>
      {holdsKeys === 'here' ? (
        <Headline
          title={t('wallet-settings.remove-here-title')}
          text={t('wallet-settings.remove-here-text')}
          isAlert={false}
        />
      ) : (
        <Headline
          title={t('wallet-settings.remove-title')}
          text={t(holdsKeys ? 'wallet-settings.remove-keys-text' : 'wallet-settings.remove-text', {
            device: name,
          })}
          isAlert={false}
        />
      )}
      {holdsKeys && missing && <LastWayNotice />}
    </>
  )
}

function CodeRemoval({ code: { id, createdAtMs } }: { code: RemovedCode }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const account = useAtomValue(embeddedSessionAtom)?.account
  const isLast =
    account !== undefined &&
    missingWay({ ...account, envelopes: account.envelopes.filter((one) => one.id !== id) }) !== undefined
  const time = dateText(BigInt(Math.floor(createdAtMs / 1_000)), locale)
  return (
    <>
      <Headline
        title={t('wallet-settings.remove-code-title')}
        text={t('wallet-settings.remove-code-text', { time })}
        isAlert={false}
      />
      {isLast && <LastWayNotice />}
    </>
  )
}

function LastWayNotice() {
  const t = useT()
  return (
    <Notice tone="warning" title={t('wallet-settings.remove-last')} announce>
      {t('wallet-settings.remove-last-text')}
    </Notice>
  )
}
