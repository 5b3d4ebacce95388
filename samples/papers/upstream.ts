import { type Answer, type RecordedCall, type Upstream, serve } from '../serve.js';

interface Paper {
  id: string;
  title: string;
  text: string;
  folder: string;
}

interface Job {
  id: string;
  begun: number;
  takesMs: number;
  result: string;
  isCancelled: boolean;
}

interface Review {
  id: string;
  questions: string[];
  answers: Record<string, boolean>;
  cancelled: boolean;
}

/** How long an export takes. */
const exportMs = 2_000;
/** A picture of one dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The office: what its API has kept so far. Times are those of `now`. */
class Office {
  readonly #papers = new Map<string, Paper>();
  readonly #scans = new Map<string, Buffer>();
  readonly #jobs = new Map<string, Job>();
  readonly #reviews = new Map<string, Review>();
  #last = 0;

  constructor(readonly now: () => number) {
    this.#addPaper({ title: 'Lease', text: 'The office is let to us.', folder: 'contracts' });
    this.#addPaper({ title: 'Menu', text: 'Soup.', folder: 'inbox' });
  }

  answer({ method, path, body, bytes }: RecordedCall): Answer {
    const { pathname, searchParams } = new URL(path, 'http://office');
    const [kind = '', id = '', part = ''] = pathname.replace(/^\/v1\//, '').split('/');
    const given = () => JSON.parse(body) as Record<string, unknown>;
    switch (`${method} ${kind}${id && '/'}${part && `/${part}`}`) {
      case 'GET folders':
        return json(200, {
          items: [...new Set(this.#list().map(({ folder }) => folder))].map((name) => ({ name })),
        });
      case 'GET papers': {
        const folder = searchParams.get('folder');
        return json(200, {
          items: this.#list().filter((paper) => folder === null || paper.folder === folder),
        });
      }
      case 'POST papers':
        return json(201, this.#addPaper(given() as Partial<Paper>));
      case 'GET papers/':
        return this.#withPaper(id, (paper) =>
          json(200, paper, { etag: `"${paper.id}-${paper.title.length}"` }),
        );
      case 'DELETE papers/':
        return this.#papers.delete(id) ? { status: 204 } : missing;
      case 'GET papers//scan':
        return this.#withPaper(id, () => ({
          status: 200,
          headers: { 'content-type': 'image/png' },
          body: this.#scans.get(id) ?? dot,
        }));
      case 'PUT papers//scan':
        return this.#withPaper(id, () => {
          this.#scans.set(id, bytes);
          return { status: 204 };
        });
      case 'POST papers//exports':
        return this.#withPaper(id, ({ title, text }) => this.#beginJob(exportMs, `${title}\n${text}`));
      case 'POST computations': {
        const { seconds, label = 'nothing' } = given();
        return this.#beginJob(Number(seconds) * 1000, `Computed ${String(label)}.`);
      }
      case 'GET jobs/':
        return this.#describeJob(id);
      case 'DELETE jobs/':
        return this.#cancelJob(id);
      case 'POST reviews':
        return json(201, this.#addReview(given()['questions'] as string[]));
      case 'GET reviews/':
        return this.#changeReview(id, {});
      case 'PATCH reviews/':
        return this.#changeReview(id, given());
      default:
        return missing;
    }
  }

  #list(): Paper[] {
    return [...this.#papers.values()];
  }

  #addPaper({ title = '', text = '', folder = 'inbox' }: Partial<Paper>): Paper {
    const paper = { id: `p${(this.#last += 1)}`, title, text, folder };
    this.#papers.set(paper.id, paper);
    return paper;
  }

  #withPaper(id: string, answer: (paper: Paper) => Answer): Answer {
    const paper = this.#papers.get(id);
    return paper === undefined ? missing : answer(paper);
  }

  #beginJob(takesMs: number, result: string): Answer {
    const id = `j${(this.#last += 1)}`;
    this.#jobs.set(id, { id, begun: this.now(), takesMs, result, isCancelled: false });
    return { status: 202, headers: { 'operation-location': `/v1/jobs/${id}` } };
  }

  #describeJob(id: string): Answer {
    const job = this.#jobs.get(id);
    if (job === undefined) return missing;
    if (job.isCancelled) return json(200, { id, status: 'Canceled' });
    const share = job.takesMs === 0 ? 1 : (this.now() - job.begun) / job.takesMs;
    if (share >= 1) return json(200, { id, status: 'Succeeded', result: job.result });
    return json(200, { id, status: 'Running', percentComplete: Math.floor(share * 100) });
  }

  #cancelJob(id: string): Answer {
    const job = this.#jobs.get(id);
    if (job === undefined) return missing;
    job.isCancelled = this.now() < job.begun + job.takesMs;
    return { status: 204 };
  }

  #addReview(questions: string[]): Review {
    const review = { id: `r${(this.#last += 1)}`, questions, answers: {}, cancelled: false };
    this.#reviews.set(review.id, review);
    return review;
  }

  #changeReview(id: string, { answers = {}, cancelled }: { answers?: object; cancelled?: boolean }): Answer {
    const review = this.#reviews.get(id);
    if (review === undefined) return missing;
    Object.assign(review.answers, answers);
    review.cancelled ||= cancelled === true;
    return json(200, review);
  }
}

const missing: Answer = {
  status: 404,
  headers: { 'content-type': 'application/problem+json' },
  body: JSON.stringify({ title: 'There is no such thing.' }),
};

function json(status: number, value: object, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** Starts the office on loopback with its first papers; port 0 takes a free one. Jobs end by the clock `now`. */
export async function startUpstream(options: { port?: number; now?: () => number } = {}): Promise<Upstream> {
  const office = new Office(options.now ?? Date.now);
  return serve((call) => office.answer(call), { ...options, basePath: '/v1' });
}
