import { type ReactNode, useState } from 'react'
import { ActionTiles } from '#widget/ui/action-tiles.tsx'
import { AddressText } from '#widget/ui/address-text.tsx'
import { AmountField } from '#widget/ui/amount-field.tsx'
import { Avatar } from '#widget/ui/avatar.tsx'
import { Badge } from '#widget/ui/badge.tsx'
import { Button } from '#widget/ui/button.tsx'
import { CopyButton } from '#widget/ui/copy-button.tsx'
import { EmptyState } from '#widget/ui/empty-state.tsx'
import { IconButton } from '#widget/ui/icon-button.tsx'
import { BuyIcon } from '#widget/ui/icons/buy.tsx'
import { DisconnectIcon } from '#widget/ui/icons/disconnect.tsx'
import { GridIcon } from '#widget/ui/icons/grid.tsx'
import { QuestionIcon } from '#widget/ui/icons/question.tsx'
import { ReceiveIcon } from '#widget/ui/icons/receive.tsx'
import { SendIcon } from '#widget/ui/icons/send.tsx'
import { ShieldIcon } from '#widget/ui/icons/shield.tsx'
import { SwapIcon } from '#widget/ui/icons/swap.tsx'
import { KeyValueList } from '#widget/ui/key-value-list.tsx'
import { NetworkIcon } from '#widget/ui/network-icon.tsx'
import { Notice } from '#widget/ui/notice.tsx'
import { Pill } from '#widget/ui/pill.tsx'
import { ProgressRing } from '#widget/ui/progress-ring.tsx'
import { Ribbon } from '#widget/ui/ribbon.tsx'
import { RollingNumber } from '#widget/ui/rolling-number.tsx'
import { Row } from '#widget/ui/row.tsx'
import { RowGroup } from '#widget/ui/row-group.tsx'
import { SearchField } from '#widget/ui/search-field.tsx'
import { Sheet } from '#widget/ui/sheet.tsx'
import { Skeleton } from '#widget/ui/skeleton.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { SuccessTick } from '#widget/ui/success-tick.tsx'
import { Switch } from '#widget/ui/switch.tsx'
import { Tabs } from '#widget/ui/tabs.tsx'
import { Text } from '#widget/ui/text.tsx'
import { TextField } from '#widget/ui/text-field.tsx'
import { Toast } from '#widget/ui/toast.tsx'
import { TokenIcon } from '#widget/ui/token-icon.tsx'
import { WalletIcon } from '#widget/ui/wallet-icon.tsx'

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const nothing = () => undefined
const close = { label: 'Close', onPress: nothing }
const back = { label: 'Back', onPress: nothing }
const origin = (
  <Stack across gap={4} align="center">
    <ShieldIcon size={16} />
    app.example.org
  </Stack>
)

function wallet(name: string, badge?: ReactNode) {
  return <Row key={name} title={name} icon={<WalletIcon name={name} />} badge={badge} onPress={nothing} />
}

export function ConnectSheet() {
  const [search, setSearch] = useState('')
  const help = (
    <IconButton label="What is a wallet?" onPress={nothing}>
      <QuestionIcon />
    </IconButton>
  )
  return (
    <Sheet
      title="Connect a wallet"
      subtitle={origin}
      viewKey="Connect"
      leading={help}
      close={close}
      onPressOutside={nothing}
    >
      <Stack>
        <SearchField label="Search wallets" clearLabel="Clear" value={search} onChange={setSearch} />
        <div>
          <RowGroup label="Installed">
            {wallet('MetaMask', <Badge tone="accent">Recent</Badge>)}
            {wallet('Rabby Wallet')}
            {wallet('Zerion')}
          </RowGroup>
          <RowGroup label="More ways">
            {wallet('WalletConnect', <Badge>QR code</Badge>)}
            {wallet('Coinbase Wallet')}
            <Row
              title="All wallets"
              icon={<GridIcon />}
              badge={<Badge>560+</Badge>}
              chevron
              onPress={nothing}
            />
          </RowGroup>
        </div>
      </Stack>
    </Sheet>
  )
}

export function ConnectingSheet({ failed }: { failed?: boolean }) {
  return (
    <Sheet
      title="MetaMask"
      subtitle={origin}
      viewKey="ConnectingExternal"
      direction="forward"
      back={back}
      close={close}
      footer={
        <Button look="secondary" onPress={nothing}>
          {failed ? 'Try again' : 'Open again'}
        </Button>
      }
    >
      <Stack gap={20}>
        <div />
        <ProgressRing state={failed ? 'failed' : 'waiting'}>
          <WalletIcon name="MetaMask" size={64} />
        </ProgressRing>
        <Stack gap={4}>
          <Text as="h2" size={17} weight="strong" align="center">
            {failed ? 'Request cancelled' : 'Open MetaMask'}
          </Text>
          <Text tone="soft" align="center">
            {failed ? 'Nothing was shared with this site.' : 'Confirm the connection in the extension.'}
          </Text>
        </Stack>
        {failed && (
          <Notice
            tone="error"
            title="The wallet did not answer"
            details={{ label: 'Details', code: 'APKT004 Wallet Request Timeout' }}
          >
            Nothing was sent. Unlock the wallet and try again.
          </Notice>
        )}
        <div />
      </Stack>
    </Sheet>
  )
}

function token(name: string, symbol: string, amount: string, value: string) {
  return (
    <Row
      key={symbol}
      look="plain"
      title={name}
      subtitle={`${amount} ${symbol}`}
      icon={<TokenIcon name={symbol} network={{ name: 'Base' }} />}
      trailing={value}
      onPress={nothing}
    />
  )
}

export function AccountSheet() {
  const [tab, setTab] = useState<'tokens' | 'activity'>('tokens')
  const [total, setTotal] = useState('$4,381.20')
  return (
    <Sheet
      title="Account"
      viewKey="Account"
      close={close}
      leading={
        <IconButton label="Disconnect" onPress={nothing}>
          <DisconnectIcon />
        </IconButton>
      }
      ribbon={<Ribbon>Local test network</Ribbon>}
    >
      <Stack gap={16}>
        <Stack gap={12} align="center">
          <Avatar address={address} size={64} />
          <Stack across gap={8}>
            <CopyButton text={address} label="Copy address" copiedLabel="Copied">
              <AddressText address={address} />
            </CopyButton>
            <Pill icon={<NetworkIcon name="Base" size={20} />} opens onPress={nothing}>
              Base
            </Pill>
          </Stack>
          <Text size={34} weight="strong" figures>
            <RollingNumber text={total} />
          </Text>
        </Stack>
        <ActionTiles
          tiles={[
            { id: 'send', label: 'Send', icon: <SendIcon />, onPress: () => setTotal('$4,102.95') },
            { id: 'receive', label: 'Receive', icon: <ReceiveIcon />, onPress: () => setTotal('$14,381.20') },
            { id: 'swap', label: 'Swap', icon: <SwapIcon />, onPress: nothing },
            { id: 'buy', label: 'Buy', icon: <BuyIcon />, onPress: nothing, disabled: true },
          ]}
        />
        <Tabs
          label="Holdings"
          tabs={[
            { id: 'tokens', label: 'Tokens' },
            { id: 'activity', label: 'Activity' },
          ]}
          selected={tab}
          onSelect={setTab}
        >
          {tab === 'tokens' ? (
            <RowGroup label="Tokens" labelHidden gap="none">
              {token('Ether', 'ETH', '1.204', '$3,612.00')}
              {token('USD Coin', 'USDC', '769.20', '$769.20')}
              {token('Local token', 'LOC', '12,000.00', '–')}
            </RowGroup>
          ) : (
            <EmptyState
              drawing="activity"
              title="Nothing here yet"
              action={
                <Button size="small" look="secondary" onPress={nothing}>
                  Receive
                </Button>
              }
            >
              What you send and receive appears here.
            </EmptyState>
          )}
        </Tabs>
      </Stack>
    </Sheet>
  )
}

export function SendSheet() {
  const [amount, setAmount] = useState('1,25')
  const [to, setTo] = useState('0x71C7656EC7ab88b098defB751B7401B5f6d8976f')
  return (
    <Sheet
      title="Send"
      viewKey="WalletSend"
      back={back}
      close={close}
      footer={<Button onPress={nothing}>Review</Button>}
    >
      <Stack gap={20}>
        <Stack gap={8}>
          <AmountField
            label="Amount"
            value={amount}
            onChange={(change) => setAmount(change.text)}
            aside={
              <Text as="span" size={13} tone="soft" figures>
                1.204 ETH available
              </Text>
            }
            trailing={
              <Pill icon={<TokenIcon name="ETH" size={20} />} opens onPress={nothing}>
                ETH
              </Pill>
            }
          />
          <Stack across gap={8}>
            <Pill onPress={nothing}>25%</Pill>
            <Pill onPress={nothing} selected>
              50%
            </Pill>
            <Pill onPress={nothing}>Max</Pill>
          </Stack>
        </Stack>
        <TextField
          label="To"
          value={to}
          onChange={setTo}
          placeholder="Address or name"
          error="This address has a typing error: its checksum does not match."
        />
        <TextField label="Note" value="" onChange={nothing} placeholder="Optional" hint="Only you see it." />
      </Stack>
    </Sheet>
  )
}

export function ReviewSheet({ busy }: { busy?: boolean }) {
  return (
    <Sheet
      title="Review"
      subtitle={origin}
      viewKey="Review"
      back={back}
      close={close}
      footer={
        <Button onPress={nothing} busy={busy ?? false}>
          Send 1.25 ETH
        </Button>
      }
      toast={
        <Toast
          toast={{
            id: '1',
            tone: busy ? 'error' : 'info',
            message: busy ? 'Token Balance Unavailable' : 'Submitted',
          }}
          dismissLabel="Dismiss"
          onDismiss={nothing}
        />
      }
    >
      <Stack gap={16}>
        <Stack gap={8} align="center">
          <TokenIcon name="ETH" size={56} network={{ name: 'Base' }} />
          <Text size={34} weight="strong" figures>
            1.25 ETH
          </Text>
          <Text tone="soft" figures>
            $3,750.00
          </Text>
        </Stack>
        <KeyValueList
          items={[
            { id: 'to', label: 'To', value: <AddressText address={address} whole />, below: true },
            { id: 'network', label: 'Network', value: 'Base' },
            { id: 'fee', label: 'Network fee', value: '0.00002 ETH', hint: '$0.06' },
            { id: 'total', label: 'Total', value: '1.25002 ETH', strong: true },
          ]}
        />
        <Notice tone="warning">You have never sent to this address before.</Notice>
      </Stack>
    </Sheet>
  )
}

export function DoneSheet() {
  return (
    <Sheet title="Sent" viewKey="Sent" close={close} footer={<Button onPress={nothing}>Done</Button>}>
      <Stack gap={12}>
        <SuccessTick />
        <Text as="h2" size={22} weight="strong" align="center">
          1.25 ETH arrived
        </Text>
        <Text tone="soft" align="center">
          Confirmed in 4 seconds.
        </Text>
        <Button look="quiet" href="https://example.org">
          View on explorer
        </Button>
      </Stack>
    </Sheet>
  )
}

export function PartsSheet() {
  const [on, setOn] = useState(true)
  return (
    <Sheet title="Parts" viewKey="Parts" back={back} close={close}>
      <Stack gap={12}>
        <Switch label="Show test networks" hint="For developers" checked={on} onChange={setOn} />
        <Switch label="Hide small balances" checked={!on} onChange={nothing} />
        <Button look="danger" onPress={nothing}>
          Disconnect
        </Button>
        <Button onPress={nothing} disabled>
          Enter an amount
        </Button>
        <Stack across wrap gap={8}>
          <Badge dot tone="success">
            Connected
          </Badge>
          <Badge tone="warning">Unverified</Badge>
          <Badge tone="danger">Failed</Badge>
          <Badge>QR code</Badge>
        </Stack>
        <Notice tone="info" title="A request is open in MetaMask">
          Answer it there first.
        </Notice>
        <Notice tone="success">Your address was copied.</Notice>
        <RowGroup label="Networks">
          <Row
            title="Base"
            icon={<NetworkIcon name="Base" />}
            selected
            badge={
              <Badge dot tone="success">
                Connected
              </Badge>
            }
            onPress={nothing}
          />
          <Row
            title="Ethereum"
            subtitle="Approve in MetaMask"
            busy
            icon={<NetworkIcon name="Ethereum" />}
            onPress={nothing}
          />
          <Row title="Optimism" disabled icon={<NetworkIcon name="Optimism" />} onPress={nothing} />
          <Skeleton shape="row" count={2} />
        </RowGroup>
      </Stack>
    </Sheet>
  )
}
