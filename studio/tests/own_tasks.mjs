// How long the page's own code holds the main thread, out of a trace of Chromium's.
//
// A task's own time is the processor time of its scripts, micro-tasks included, less what the graphics library takes
// between the marks 'library' and 'own' (?trace=1). Processor time, so that a busy machine does not count.
const kCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing', 'toplevel', 'v8', '__metadata'];
// The second last delivers bytes that scripts asked for: of a file of 50 MB that the page itself reads, 127 ms at once.
const scripts = new Set(['FunctionCall', 'EvaluateScript', 'RunMicrotasks', 'SimpleWatcher::OnHandleReady', 'BlinkScheduler_PerformMicrotaskCheckpoint']);
const causes = {
  FireAnimationFrame: 'picture',
  HandlePostMessage: 'message',
  TimerFire: 'timer',
  EventDispatch: 'event',
  EvaluateScript: 'script',
  'SimpleWatcher::OnHandleReady': 'bytes arriving',
};

export async function traced(chromium, work) {
  await chromium.startTracing(undefined, { categories: kCategories });
  await work();
  const trace = await chromium.stopTracing();
  return ownTasks(JSON.parse(trace.toString()).traceEvents);
}

/** The longest first: { ms, name } of every task that ran a script. */
export function ownTasks(events) {
  const threads = events.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map((e) => `${e.pid}/${e.tid}`);
  return threads.flatMap((thread) => tasksOf(events.filter((e) => `${e.pid}/${e.tid}` === thread))).sort((a, b) => b.ms - a.ms);
}

function tasksOf(events) {
  const spans = events.filter((e) => e.ph === 'X' && e.tts !== undefined).sort((a, b) => a.tts - b.tts || b.tdur - a.tdur);
  const library = librarySpans(events);
  const tasks = [];
  let task = null;
  let scriptEnd = 0;
  for (const e of spans) {
    const end = e.tts + e.tdur;
    if (e.name === 'RunTask') {
      task = { start: e.tts, end, us: 0, name: '' };
      tasks.push(task);
      scriptEnd = 0;
      continue;
    }
    if (!task || e.tts > task.end) continue;
    const cause = causes[e.name];
    if (cause && !task.name) task.name = `${cause} ${e.args?.data?.type ?? ''}`.trimEnd();
    if (e.name === 'FunctionCall' && !task.name.includes(':')) task.name += `: ${e.args.data.functionName || 'anonymous'}`;
    if (!scripts.has(e.name) || e.tts < scriptEnd) continue; // inside another one
    scriptEnd = end;
    if (e.args?.data?.url === '') continue; // the test's own
    task.us += e.tdur - library.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, end) - Math.max(from, e.tts)), 0);
  }
  return tasks.filter(({ us }) => us > 0).map(({ us, name }) => ({ ms: us / 1000, name: name || 'micro-tasks' }));
}

/** Spans of thread time from 'library' to 'own'. */
function librarySpans(events) {
  const marks = events.filter((e) => (e.name === 'library' || e.name === 'own') && e.cat.includes('user_timing')).sort((a, b) => a.tts - b.tts);
  return marks.flatMap((mark, k) => (mark.name === 'library' && marks[k + 1]?.name === 'own' ? [[mark.tts, marks[k + 1].tts]] : []));
}
