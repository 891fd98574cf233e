import { askGraph as declaration } from "../../../protocol/routes/ask.ts";
import { answerQuestion } from "../../ask/answer-question.ts";
import { operation, router } from "../../route.ts";

export const ask = router().openapi(operation(declaration), async (c) => {
  const { question } = c.req.valid("json");
  return c.json(await answerQuestion(c, c.req.valid("param").graph, question), 200);
});
