import { oauthProviderIds } from '../../../shared/api/embedded-social.ts'
import { defaultNameZone } from '../../../shared/config/name-zone.ts'
import { publicRelayUrl } from '../../../shared/config/public-relay.ts'
import * as z from '../../../shared/zod.ts'
import { servedParts } from '../ports/served-part.ts'
import { farcasterSettings } from './farcaster-settings.ts'
import { group, optionalGroup, setting } from './setting.ts'
import { socialSettings } from './social-settings.ts'
import { sponsorshipSettings } from './sponsorship-settings.ts'
import {
  cidr,
  database,
  encryptionKey,
  hostWithPort,
  httpUrl,
  ipfsGateway,
  keyId,
  mailSender,
  metricsToken,
  port,
  publicOrigin,
  recoveryPublicKey,
  redisUrl,
  relayUrl,
  shortText,
  smtpUrl,
  wholeNumber,
  zone,
} from './value-types.ts'

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Where the server listens, its database and its keys. */
export const serverSettings = {
  publicUrl: setting(z.optional(publicOrigin), {
    description:
      'Origin under which browsers reach the server. It serves the widget, the SDK files, the API and the RPC gateway.',
    defaultText: 'http://localhost:<port>',
    example: 'https://wallet.example',
  }),
  port: setting(z._default(port, 8787), {
    description: 'TCP port that the server listens on; 0 lets the system choose a free one.',
  }),
  host: setting(z._default(shortText(255), '127.0.0.1'), {
    description:
      'Address that the server listens on. 127.0.0.1 accepts connections of this machine only; 0.0.0.0 accepts them on every IPv4 interface.',
  }),
  trustedProxies: setting(z._default(z.array(cidr), []), {
    description:
      'Reverse proxies whose X-Forwarded-For header states the address of the client. From any other sender the header is ignored.',
    example: ['127.0.0.1/32', '10.0.0.0/8'],
  }),
  shutdownDelaySeconds: setting(z.optional(wholeNumber(0, 60)), {
    description:
      'How long the server goes on after SIGTERM. With PostgreSQL, and without a socket unit of systemd, /readyz answers 503 after 1.5 s of it, or after half of it if that is shorter, so that reverse proxies send requests elsewhere: the rest must be longer than the interval of their health checks.',
    defaultText: '5 with PostgreSQL or a socket unit of systemd, else 0',
  }),
  serves: setting(z._default(z.enum(servedParts), 'all'), {
    description:
      "What this process serves: 'all'; 'embedded-wallet', which is the embedded wallet alone; or 'others', which is everything else. The last two are for processes that run apart, each with its own database role and secrets, behind a proxy that routes by path. They need PostgreSQL and embeddedWallet.isEnabled.",
  }),
  logLevel: setting(z._default(z.enum(logLevels), 'info'), {
    description: 'The least severe messages that are logged.',
  }),
  database: setting(z._default(database, 'sqlite:./drawbridge.db'), {
    description:
      'Where everything is stored: one SQLite file for one server process, or PostgreSQL for several. A relative path starts at the working folder.',
    isSecret: true,
    publicPrefix: 'sqlite:',
    example: 'postgres://drawbridge:password@db.internal/drawbridge',
  }),
  redis: setting(z.optional(redisUrl), {
    description:
      'Redis for budgets and caches that several server processes share. Without it each process has its own.',
    isSecret: true,
    example: 'redis://:password@cache.internal:6379',
  }),
  secretKeys: setting(
    z._default(
      z.array(
        z.strictObject({
          id: setting(keyId, { description: 'Stored with each encrypted value.' }),
          key: setting(encryptionKey, { description: 'AES-256 key: 32 bytes in base64.', isSecret: true }),
        }),
      ),
      [],
    ),
    {
      description:
        'Keys that encrypt stored secrets. The first one encrypts, all decrypt: to rotate, add a new key at the start and keep the former ones.',
      example: [{ id: '2026-11', key: '<openssl rand -base64 32>' }],
    },
  ),
}

/** Files that the server serves. */
export const fileSettings = {
  widget: group('Documents of the widget.', {
    directory: setting(z.optional(shortText(4_096)), {
      description: 'Folder with the built widget. A relative path starts at the working folder.',
      defaultText: 'the files in the package',
    }),
  }),
  sdk: group('Files of the SDK.', {
    directory: setting(z.optional(shortText(4_096)), {
      description:
        'Folder with the built SDK, such as drawbridge sdk export makes. A relative path starts at the working folder.',
      defaultText: 'the files in the package',
    }),
  }),
  images: group('Remote pictures of tokens, wallets and networks, which the server fetches for the widget.', {
    allowedPrivateHosts: setting(z._default(z.array(hostWithPort), []), {
      description:
        'Hosts with private or loopback addresses that pictures are fetched from. All other private addresses are refused.',
      example: ['images.internal:8080'],
    }),
    ipfsGateway: setting(z.optional(ipfsGateway), {
      description: 'Where ipfs:// pictures are fetched from. Without it they are not shown.',
      example: 'https://ipfs.example/ipfs/',
    }),
  }),
}

/** Endpoints for the operator's monitoring. */
export const operationSettings = {
  metrics: optionalGroup('Metrics for Prometheus at /metrics.', {
    token: setting(metricsToken, {
      description: 'Token that a scraper sends as "Authorization: Bearer <token>".',
      isSecret: true,
    }),
  }),
  doctor: optionalGroup(
    'The checks of drawbridge doctor as a page, at /doctor. Without a token there is no page.',
    {
      token: setting(metricsToken, {
        description: 'Password of the page; the user name is "operator".',
        isSecret: true,
      }),
    },
  ),
}

/** Where events are written, and which share of them. */
const sinkSettings = (sink: 'none' | 'log') => ({
  sink: setting(z._default(z.enum(['none', 'log', 'database', 'http']), sink), {
    description: 'Where they are written: nowhere, to the log, to the database, or to a URL.',
  }),
  url: setting(z.optional(httpUrl), {
    description: "URL that receives them as JSON when the sink is 'http'.",
    isSecret: true,
  }),
  samplePercent: setting(z._default(wholeNumber(1, 100), 100), {
    description: 'How many of a hundred are kept, chosen at random.',
  }),
})

/** Services related to user accounts. */
export const accountSettings = {
  walletConnect: group('Connections to mobile wallets through WalletConnect.', {
    projectId: setting(z.optional(shortText(128)), {
      description:
        'Project id at the relay’s operator, which browsers see; the public relay refuses connections without one, and then the widget says so instead of pairing. A Drawbridge project can have its own: drawbridge project walletconnect.',
    }),
    relayUrl: setting(z._default(relayUrl, publicRelayUrl), {
      description:
        "WebSocket URL of the relay; 'none' turns WalletConnect off. A Drawbridge project can have its own.",
    }),
    verify: setting(z._default(z.boolean(), false), {
      description:
        'Check each site with WalletConnect’s Verify host. Where that host cannot be reached, every pairing and request waits 5 s.',
    }),
  }),
  names: group('Names that users register for their accounts.', {
    isEnabled: setting(z._default(z.boolean(), true), { description: 'Whether names can be registered.' }),
    zone: setting(z._default(zone, defaultNameZone), {
      description:
        'Suffix of registered names, without its dot; the widget shows it. The names exist on this server only; they are no DNS or ENS names.',
    }),
  }),
  mail: optionalGroup('E-mail with one-time codes. Without it e-mail addresses cannot be confirmed.', {
    smtpUrl: setting(smtpUrl, {
      description:
        'SMTP server that accepts outgoing mail: smtps:// for TLS from the start, smtp:// for STARTTLS.',
      isSecret: true,
      example: 'smtps://user:password@mail.example:465',
    }),
    from: setting(mailSender, {
      description: 'Sender of the messages.',
      example: 'Drawbridge <wallet@example.com>',
    }),
  }),
  sessions: group('Smart sessions (ERC-7715): permissions that a wallet grants and the server co-signs.', {
    isEnabled: setting(z._default(z.boolean(), false), {
      description: 'Whether smart sessions can be granted. They need secretKeys.',
    }),
  }),
  embeddedWallet: group(
    'Wallets that users open with an e-mail address or the account of another service. Their keys are never on the server.',
    {
      isEnabled: setting(z._default(z.boolean(), false), {
        description:
          'Whether users can log in and get a wallet. It needs secretKeys, mail, and a host for the vault (vaultUrl) that leads to this server.',
      }),
      vaultUrl: setting(z.optional(publicOrigin), {
        description:
          'Origin of the vault, the window that has the keys. It must be another one than publicUrl.',
        defaultText: 'the host vault. below that of publicUrl',
        example: 'https://vault.wallet.example',
      }),
      recoveryPublicKey: setting(z.optional(recoveryPublicKey), {
        description:
          'Public key by which the operator helps users to recover their wallets; drawbridge recoveries create-key makes it, and its private key stays offline. A user who accepts that lets the operator take the wallet. It needs mail.',
        defaultText: 'none: wallets cannot be recovered by the operator',
      }),
      socials: socialSettings,
      offeredSocials: setting(z._default(z.array(z.enum(oauthProviderIds)), []), {
        description:
          "With serves 'others': the services in embeddedWallet.socials of the process that serves the embedded wallet. The widget offers them, and this process needs no secret of them.",
        example: ['google', 'apple'],
      }),
      farcaster: farcasterSettings,
      sponsorship: sponsorshipSettings,
    },
  ),
  analytics: group('Events that the widget reports.', {
    ...sinkSettings('none'),
    retentionDays: setting(z._default(wholeNumber(1, 3_650), 30), {
      description: 'How long events and reports stay in the database.',
    }),
  }),
  reports: group(
    'Reports of browsers about violations of the widget’s Content-Security-Policy.',
    sinkSettings('log'),
  ),
}
