import type { Budget } from './row.ts';

const most = (value: number): Budget => ({ of: 'value', most: value });
const least = (value: number): Budget => ({ of: 'value', least: value });
const leastRatio = (value: number): Budget => ({ of: 'ratio', least: value });

/** The shop's budgets; docs/speed.md explains them. A row without a budget is for information. */
export const BUDGETS = {
  page: leastRatio(0.6),
  call: leastRatio(0.6),
  order: leastRatio(0.5),
  orderMs: most(5),
  flashSaleS: most(2),
  rightAmongFirst: least(95),
  rightWithTypingErrors: least(90),
  loopDelayMs: most(20),
  memoryAtRestMb: most(150),
  memoryUnderLoadMb: most(350),
  firstStartS: most(20),
  startS: most(3),
  lcpMs: most(1_500),
  cls: most(0),
  inpMs: most(100),
  nextPageMs: most(50),
  longTaskMs: most(50),
  firstScriptKb: most(125),
  furtherScriptKb: most(10),
  panelScriptKb: most(25),
};
