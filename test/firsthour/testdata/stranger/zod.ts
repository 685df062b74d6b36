import * as z from "zod";

export const Priority = z.enum(["low", "normal", "high"]);
export const Status = z.union([z.literal("open"), z.literal("done"), z.literal("dropped")]);
export const UserId = z.string().min(1).max(64).brand("UserId");
export const Email = z.email();
export const User = z.object({
  id: UserId,
  name: z.string(),
  email: Email.optional(),
  joined: z.iso.datetime(),
  birthday: z.iso.date().nullable(),
  age: z.int().min(0).optional(),
});
export const Label = z.object({ text: z.string(), color: z.string().regex(/^#[0-9a-f]{6}$/).default("#888888") });
export const Labels = z.record(z.string(), Label);
export const Assignee = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("user"), user: User }),
  z.object({ kind: z.literal("team"), name: z.string(), members: z.array(UserId).min(1) }),
  z.object({ kind: z.literal("nobody") }),
]);
export const Comment = z.object({
  author: UserId,
  text: z.string(),
  get replies() { return z.array(Comment).optional(); },
});
export const Money = z.object({ amount: z.number().nonnegative(), currency: z.literal(["EUR", "USD"]) });
export const Point = z.tuple([z.number(), z.number()]);
export const Attachment = z.union([
  z.object({ url: z.url() }),
  z.object({ name: z.string(), data: z.base64() }),
]);
const page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullish() });
export const Task = z.object({
  id: z.uuid(),
  title: z.string().max(200),
  status: Status.default("open"),
  priority: Priority.optional(),
  assignee: Assignee,
  labels: Labels.default({}),
  due: z.iso.datetime({ offset: true }).nullable(),
  estimate: z.number().positive().optional(),
  comments: z.array(Comment),
  attachments: z.array(Attachment).default([]),
  cost: Money.nullish(),
  at: Point.optional(),
  extra: z.record(z.string(), z.unknown()).optional(),
  version: z.literal(1),
});
export const TaskPage = page(Task);
export const UserPage = page(User);
export const Filter = z.object({ status: z.array(Status).optional(), text: z.string().optional(), limit: z.int().min(1).max(100).default(20) }).strict();
export const Sort = z.enum({ Newest: "newest", Oldest: "oldest" });
export const Query = z.intersection(Filter, z.object({ sort: Sort.optional() }));
export const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const Tree: z.ZodType = z.lazy(() => z.union([Value, z.array(Tree), z.record(z.string(), Tree)]));
export const Settings = z.looseObject({ theme: z.enum(["light", "dark"]).default("light"), size: z.int32(), flags: z.partialRecord(z.enum(["beta", "trace"]), z.boolean()) });
