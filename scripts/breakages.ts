/** One line to break in a copy of the project, and the tests that must notice. */
export type Breakage = {
  /** The rule that is broken, as a sentence. */
  readonly rule: string
  readonly file: string
  /** Stands exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Test files, as Vitest takes them. */
  readonly tests: readonly string[]
  readonly project?: 'unit' | 'ui'
}

const channel = 'shared/channel'
const kernel = 'widget-app/src/kernel'
const eip155 = 'widget-app/src/chains/eip155'

export const breakages: readonly Breakage[] = [
  // The channel
  {
    rule: 'The host answers only the exact widget origin',
    file: `${channel}/handshake-host.ts`,
    find: ' || message.origin !== options.widgetOrigin',
    replace: '',
    tests: [`${channel}/handshake.test.ts`],
  },
  {
    rule: 'The host answers only its own frame',
    file: `${channel}/handshake-host.ts`,
    find: 'message.source !== frame || ',
    replace: '',
    tests: [`${channel}/handshake.test.ts`],
  },
  {
    rule: 'The widget listens only to its parent',
    file: `${channel}/handshake-widget.ts`,
    find: 'message.source !== peer || ',
    replace: '',
    tests: [`${channel}/handshake.test.ts`, `${channel}/handshake-widget.test.ts`],
  },
  {
    rule: 'The widget refuses to run in a nested frame',
    file: `${channel}/handshake-widget.ts`,
    find: 'if (isNested(ancestorOrigins, message.origin)) return refuse(nestedRefusal())',
    replace: '',
    tests: [`${channel}/handshake.test.ts`, `${channel}/handshake-widget.test.ts`],
  },
  {
    rule: 'A message that a script made up is ignored',
    file: `${channel}/message-event.ts`,
    find: 'if (!event.isTrusted) return undefined',
    replace: '',
    tests: [`${channel}/handshake.test.ts`, `${channel}/handshake-widget.test.ts`],
  },
  {
    rule: 'A frame with an extra key is refused',
    file: 'shared/bounded.ts',
    find: '      Object.keys(value).every((key) => Object.hasOwn(shape, key)) &&',
    replace: '',
    tests: [`${channel}/guard.test.ts`, `${channel}/fuzz.test.ts`],
  },
  {
    rule: 'Three strikes close the link',
    file: `${channel}/link.ts`,
    find: "if (strikes >= strikeLimit) close('strike')",
    replace: '',
    tests: [`${channel}/link.test.ts`, `${channel}/link-errors.test.ts`, `${channel}/guard.test.ts`],
  },
  {
    rule: 'A reply is parsed before comlink sees it',
    file: `${channel}/guard.ts`,
    find: 'if (reply && reply.value.id === envelopeId) return reply',
    replace: 'return Object(data)',
    tests: [`${channel}/guard.test.ts`],
  },
  {
    rule: 'A reply belongs to the request that asked for it',
    file: `${channel}/guard.ts`,
    find: ' && reply.value.id === envelopeId',
    replace: '',
    tests: [`${channel}/guard.test.ts`],
  },
  {
    rule: 'A handler answers by its schema',
    file: `${channel}/server.ts`,
    find: 'const result = parseWire(row.result, await handler(params.data, context))',
    replace: 'const result = { success: true, data: await handler(params.data, context) }',
    tests: [`${channel}/server.test.ts`],
  },
  {
    rule: 'An old sequence number is refused',
    file: `${channel}/server.ts`,
    find: 'request.seq > lastSequence &&',
    replace: '',
    tests: [`${channel}/server.test.ts`],
  },
  {
    rule: 'A request of another session is refused',
    file: `${channel}/server.ts`,
    find: 'request.sid === link.sid &&',
    replace: '',
    tests: [`${channel}/server.test.ts`],
  },
  {
    rule: 'A lost request that may have moved money has an unknown outcome',
    file: `${channel}/caller.ts`,
    find: "'unknown-outcome',",
    replace: "'unreachable',",
    tests: [`${channel}/caller.test.ts`],
  },
  {
    rule: 'A gap in the events asks for a snapshot',
    file: `${channel}/events.ts`,
    find: 'if (gap) onGap()',
    replace: '',
    tests: [`${channel}/events.test.ts`],
  },
  {
    rule: 'No more calls run at once than the limit',
    file: `${channel}/admission.ts`,
    find: 'inFlight[kind] >= limit || ',
    replace: '',
    tests: [`${channel}/admission.test.ts`],
  },
  {
    rule: 'Our own blocked thread does not make the peer suspect',
    file: `${channel}/heartbeat.ts`,
    find: 'if (!options.isVisible() || late) missed = 0',
    replace: 'if (!options.isVisible()) missed = 0',
    tests: [`${channel}/heartbeat.test.ts`],
  },
  {
    rule: 'An unknown wallet method counts as one that may prompt',
    file: `${channel}/rpc-policy.ts`,
    find: '!isRead(method) && !isSilent(method)',
    replace: 'isPrompt(method)',
    tests: [`${channel}/rpc-policy.test.ts`],
  },

  // The host page's end
  {
    rule: 'A prompt is never repeated on the next link',
    file: 'host-sdk/src/supervisor.ts',
    find: " &&\n  Reflect.get(Object(error.data), 'reason') === 'unreachable'",
    replace: '',
    tests: ['host-sdk/src/supervisor.test.ts'],
  },
  {
    rule: 'Only methods of the table reach a wallet of the page',
    file: 'host-sdk/src/wallets/relay.ts',
    find: 'if (!mayReachWallet(request.method)) throw notAllowed()',
    replace: '',
    tests: ['host-sdk/src/wallets/relay.test.ts'],
  },
  {
    rule: 'Both wallets of one reverse domain name are marked',
    file: 'host-sdk/src/wallets/discovery.ts',
    find: "entry.wallet.rdns === rdns ? mark(entry, 'duplicate-rdns') : entry",
    replace: 'entry',
    tests: ['host-sdk/src/wallets/discovery.dom.test.ts'],
    project: 'ui',
  },
  {
    rule: 'The widget is loaded from a safe origin only',
    file: 'host-sdk/src/options.ts',
    find: 'isSafe && ',
    replace: '',
    tests: ['host-sdk/src/options.test.ts'],
  },

  // Amounts
  {
    rule: 'A balance is floored, never rounded up',
    file: 'shared/amount/format-amount.ts',
    find: 'const kept = digits.fraction.slice(0, shown)',
    replace: "const kept = (+('0.' + digits.fraction)).toFixed(shown).slice(2)",
    tests: ['shared/amount/format-amount.test.ts'],
  },
  {
    rule: 'Worth is floored, never rounded up',
    file: 'shared/amount/fiat.ts',
    find: 'return (value * BigInt(whole + fraction) * centsPerUnit) / scale',
    replace: 'return (value * BigInt(whole + fraction) * centsPerUnit + scale / 2n) / scale',
    tests: ['shared/amount/fiat.test.ts'],
  },
  {
    rule: 'Nobody guesses between thousands and decimals',
    file: 'shared/amount/parse-amount.ts',
    find: "return last === group && isGrouped([whole, fraction]) ? 'ambiguous' : { whole, fraction }",
    replace: 'return { whole, fraction }',
    tests: ['shared/amount/parse-amount.test.ts'],
  },

  // Origins
  {
    rule: 'A star stands for exactly one label of a host name',
    file: 'shared/api/origin-pattern.ts',
    find: 'labels.length === wanted.length && ',
    replace: '',
    tests: ['shared/api/origin-pattern.test.ts'],
  },
  {
    rule: 'A default pattern proves nothing in production',
    file: `${kernel}/origin.ts`,
    find: "return environment === 'production' ? unverified() : { status: 'allowed', alert: undefined }",
    replace: "return { status: 'allowed', alert: undefined }",
    tests: [`${kernel}/origin.test.ts`],
  },

  // What the widget decides
  {
    rule: 'The stop screen comes before every opening rule',
    file: `${kernel}/opening-rules.ts`,
    find: "if (facts.blocked !== undefined) return { name: 'Blocked', code: facts.blocked }",
    replace: '',
    tests: [`${kernel}/opening-rules.test.ts`],
  },
  {
    rule: 'A namespace is switched only when something is connected',
    file: `${kernel}/opening-rules.ts`,
    find: ' || facts.connected.length === 0)',
    replace: ')',
    tests: [`${kernel}/opening-rules.test.ts`],
  },
  {
    rule: 'A transfer is in the journal before the wallet is asked',
    file: `${kernel}/journal.ts`,
    find: 'set(storedEntriesAtom, (entries) => withinLimits([entry, ...entries]))',
    replace: 'void entry',
    tests: [`${kernel}/journal.test.ts`],
  },
  {
    rule: 'Who disconnected is not reconnected on load',
    file: `${kernel}/connect-wallet.ts`,
    find: 'io.forget(namespace)',
    replace: '',
    tests: [`${kernel}/connect-wallet.test.ts`],
  },
  {
    rule: 'Reconnecting never prompts',
    file: `${kernel}/connect-wallet.ts`,
    find: 'await attempt(io, wallet, true, signal)',
    replace: 'await attempt(io, wallet, false, signal)',
    tests: [`${kernel}/connect-wallet.test.ts`],
  },
  {
    rule: 'Max of the native asset leaves the fee',
    file: 'widget-app/src/features/send/amount.ts',
    find: 'return balance > fee.maxFee ? balance - fee.maxFee : 0n',
    replace: 'return balance',
    tests: ['widget-app/src/features/send/amount.test.ts'],
  },

  // Ethereum
  {
    rule: 'A refusal never raises a second prompt',
    file: `${eip155}/wallet-error.ts`,
    find: "if (says(refusedByPerson) || (hasCode(vagueCodes) && says(refusedWords))) return 'refused'",
    replace: '',
    tests: [`${eip155}/switch-network.test.ts`, `${eip155}/connect.test.ts`],
  },
  {
    rule: 'The fee has the multiplier of 1.2',
    file: `${eip155}/fee.ts`,
    find: '(fee * feeMultiplierPercent + 99n) / 100n',
    replace: 'fee * (feeMultiplierPercent / feeMultiplierPercent)',
    tests: [`${eip155}/fee.test.ts`],
  },
  {
    rule: 'A transaction that went to somebody else raises the alarm',
    file: `${eip155}/verify-sent.ts`,
    find: "['to', isSameHex(found.to ?? undefined, asked.to)],",
    replace: '',
    tests: [`${eip155}/verify-sent.test.ts`],
  },
]
