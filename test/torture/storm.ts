/** The faults that come by themselves, one after the other, while customers shop. */
import { setTimeout as sleep } from 'node:timers/promises';
import { A_WEEK_ON } from './jobs.ts';
import { CALM } from './provider.ts';
import type { World } from './world.ts';

export interface Pace {
  /** The fewest and the most requests between two faults. */
  apart: [number, number];
  /** How many crash points wait at a time. */
  armed: number;
  /** Whether a crash point comes up again after a process was killed there. */
  again: boolean;
}

/**
 * Goes on until it is over; leaves nothing paused. `ended` is how many requests have ended so far:
 * faults come after so many, so that a slow machine does not spend its time on starting processes.
 */
export async function storm(
  world: World,
  isOver: () => boolean,
  ended: () => number,
  { apart, armed, again }: Pace,
): Promise<void> {
  const { faults, database, apps, jobs, provider, wires, databaseWires } = world;
  const { random } = faults;
  provider.tell({
    habits: {
      lose: 0.15,
      repeat: 0.2,
      delayMs: 800,
      storeFailures: 0.06,
      forget: 0.06,
      refuseRefunds: 0.1,
    },
  });
  faults.isCalm = false;
  let hasDatabaseDied = false;
  while (!isOver()) {
    faults.arm(armed, again);
    const next = ended() + random.int(...apart);
    while (ended() < next && !isOver()) await sleep(50);
    const what = random.weighted({
      jobs: 8,
      cutLines: 6,
      killApp: 1,
      startAway: 1,
      pauseApp: 2,
      pauseDatabase: 2,
      killDatabase: hasDatabaseDied ? 0 : 1,
      weekOn: 1,
    });
    switch (what) {
      case 'jobs':
        // Three hours on: old enough for everything that is not an unpaid order.
        await jobs.run(3 * 3_600_000);
        break;
      case 'cutLines':
        faults.count('every line of a process cut');
        random.pick(wires).cutAll();
        break;
      case 'killApp':
        if (apps.every(({ isUp }) => isUp)) {
          faults.count('shop killed at random');
          random.pick(apps).kill();
        }
        break;
      case 'startAway': {
        if (!apps.every(({ isUp }) => isUp)) break;
        faults.count('shop started while the database is away');
        const nr = random.int(0, apps.length - 1);
        const comeBack = databaseWires[nr]?.goAway();
        apps[nr]?.kill();
        await sleep(random.int(2_000, 6_000));
        comeBack?.();
        break;
      }
      case 'pauseApp': {
        faults.count('shop paused');
        const goOn = random.pick(apps).pause();
        await sleep(random.int(200, 1_500));
        goOn();
        break;
      }
      case 'pauseDatabase': {
        faults.count('PostgreSQL paused');
        const goOn = await database.pause();
        await sleep(random.int(200, 1_500));
        goOn();
        break;
      }
      case 'killDatabase':
        hasDatabaseDied = true;
        faults.count('PostgreSQL killed');
        database.kill();
        break;
      case 'weekOn':
        faults.count('clock a week on');
        await jobs.run(A_WEEK_ON);
        break;
    }
  }
  faults.calm();
  provider.tell({ habits: CALM });
}
