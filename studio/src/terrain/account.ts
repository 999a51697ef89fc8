// Numbers of a run as the panel and the status line say them.
import type { Begun, Report, TerrainValues } from './messages';

export const big = (n: number): string =>
  n < 1e4 ? String(Math.round(n)) : n < 1e6 ? `${(n / 1e3).toFixed(0)} k` : `${(n / 1e6).toFixed(1)} M`;
export const clock = (s: number): string => (s < 90 ? `${Math.max(1, Math.ceil(s))} s` : `${Math.ceil(s / 60)} min`);

/** Amounts are height values times cells, as in the report. */
export function tellAccount(tell: (key: string, value: string) => void, land: Begun, report: Report, last: TerrainValues | null): void {
  const amount = (v: number): string => Number(v.toPrecision(5)).toString();
  tell('size', `${land.nx} × ${land.ny}`);
  tell('droplets', `${big(report.droplets_ended)} of ${big(report.droplets)}`);
  tell('steps', big(report.droplet_steps));
  tell('speed', last && last.seconds > 0 ? big(last.steps / last.seconds) : '–');
  tell('eroded', amount(report.eroded));
  tell('deposited', amount(report.deposited));
  tell('carried', amount(report.carried_off));
  tell('flight', amount(report.in_flight));
  tell('balance', String(report.balance_relative_error));
  tell('hash', report.state_hash);
}
