import type { Breakage } from './breakage.ts'

const kernel = 'widget-app/src/kernel'
const list = 'widget-app/src/features/account'

/** Lines that show each transaction once, as what it was, and lose none. */
export const activityBreakages: readonly Breakage[] = [
  {
    rule: 'Page 2 is never page 1',
    file: `${kernel}/history.ts`,
    find: "key: ['history', account, cursor]",
    replace: "key: ['history', account]",
    tests: [`${kernel}/history.test.ts`],
  },
  {
    rule: 'Pages that were read stay when what is new comes before them',
    file: `${kernel}/history.ts`,
    find: 'const known = joined(records, earlier.records)',
    replace: 'const known = records',
    tests: [`${kernel}/history.test.ts`],
  },
  {
    rule: 'A gap between pages is not shown as one list',
    file: `${kernel}/history.ts`,
    find: 'if (earlier === undefined || !isJoined)',
    replace: 'if (earlier === undefined)',
    tests: [`${kernel}/history.test.ts`],
  },
  {
    rule: 'One toast, whatever fails how often',
    file: `${kernel}/history.ts`,
    find: 'if (told.has(account)) return',
    replace: '',
    tests: [`${kernel}/history.test.ts`],
  },
  {
    rule: 'Who comes back to a list stands where it was left',
    file: 'widget-app/src/ui/hooks/use-scroll-places.ts',
    find: 'isReturn ? (places.current[depth] ?? 0) : 0',
    replace: '0',
    tests: ['widget-app/src/ui/sheet.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'Without the feature the way to a payment under way stays',
    file: `${list}/account-tab.ts`,
    find: ' || get(hasOwnActivityAtom(account))',
    replace: '',
    tests: [`${list}/views/portfolio.test.tsx`],
    project: 'ui',
  },
  {
    rule: 'A payment and the record of its hash are one line',
    file: `${kernel}/activity-items.ts`,
    find: '      told.add(record)\n',
    replace: '',
    tests: [`${kernel}/activity-items.test.ts`],
  },
  {
    rule: 'Another payment under the same number does not count as the one that was asked for',
    file: `${kernel}/activity-items.ts`,
    find: 'found.instead !== undefined && isSameTransfer(entry, found.instead)',
    replace: 'found.instead !== undefined',
    tests: [`${kernel}/activity-items.test.ts`],
  },
  {
    rule: 'What was cancelled stands below what was asked for after it',
    file: `${kernel}/activity-items.ts`,
    find: 'line.at > blockAfter ? { ...line, at: blockAfter } : line',
    replace: 'line',
    tests: [`${kernel}/activity-items.test.ts`],
  },
  {
    rule: 'What is in no block yet says nothing of when another was asked for',
    file: `${kernel}/activity-items.ts`,
    find: "if (record.status !== 'pending') blockAfter",
    replace: 'blockAfter',
    tests: [`${kernel}/activity-items.test.ts`],
  },
  {
    rule: 'What somebody else made of nothing puts no address before a person',
    file: `${kernel}/history-record.ts`,
    find: 'if (isEmpty && (transfers ?? []).length > 0 && !isSameAddress(from, address)) return undefined',
    replace: '',
    tests: [`${kernel}/history-record.test.ts`],
  },
  {
    rule: 'Settled transactions push out none of which nobody knows',
    file: `${kernel}/transaction-entry.ts`,
    find: "movedAnything(entry.state) === 'maybe' ? 'unknown' : 'known'",
    replace: "'known'",
    tests: [`${kernel}/journal.test.ts`],
  },
  {
    rule: 'A person hears of a payment that is no longer followed',
    file: `${kernel}/journal.ts`,
    find: 'if (losesSight(others, get(storedEntriesAtom)))',
    replace: 'if (others.length > 1_000)',
    tests: [`${kernel}/journal.test.ts`],
  },
  {
    rule: 'What has not certainly left has no minus',
    file: `${list}/views/activity-row.tsx`,
    find: "hasLeft ? signs.out : ''",
    replace: 'signs.out',
    tests: [`${list}/views/activity-list.test.tsx`],
    project: 'ui',
  },
  {
    rule: 'Rows under a heading stand below it',
    file: 'widget-app/src/ui/row-headings.ts',
    find: 'headings.filter((heading) => heading.at < at).length * headingPx',
    replace: '0',
    tests: ['widget-app/src/ui/virtual-rows.test.tsx'],
    project: 'ui',
  },
]
