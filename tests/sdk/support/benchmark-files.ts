/** Small files in the formats of LoCoMo and LongMemEval. */

const locomoSample = (id: string) => ({
  sample_id: id,
  conversation: {
    speaker_a: "Ada",
    speaker_b: "Ben",
    session_2_date_time: "12:05 am on 1 March, 2024",
    session_2: [
      { speaker: "Ben", dia_id: "D2:1", text: "The key is under the blue flowerpot now." },
      {
        ...{ speaker: "Ada", dia_id: "D2:2", text: "Look at this!", query: "red bicycle" },
        ...{ img_url: ["https://pictures.test/1.jpg"], blip_caption: "a photo of a red bicycle" },
      },
    ],
    session_1_date_time: "1:56 pm on 8 May, 2023",
    session_1: [{ speaker: "Ada", dia_id: "D1:1", text: "I moved to Lisbon in the year 2019." }],
    session_3_date_time: "1:00 pm on 2 March, 2024",
  },
  qa: [
    {
      question: "Where is the key?",
      answer: "the blue flowerpot",
      evidence: ["D2:1"],
      category: 4,
    },
    {
      question: "When did Ada move?",
      answer: 2019,
      evidence: ["D1:01; D2:2", "D9:9"],
      category: 2,
    },
    {
      ...{ question: "What is Ben's bicycle like?", evidence: ["D2:2"], category: 5 },
      adversarial_answer: "red",
    },
  ],
});

export const locomoFile = (...ids: string[]) => ids.map(locomoSample);

export const longMemEvalFile = () => [
  {
    ...{ question_id: "q1", question_type: "knowledge-update", question: "Where do I live now?" },
    ...{ answer: "Porto", question_date: "2023/06/01 (Thu) 10:00" },
    haystack_dates: ["2023/05/30 (Tue) 23:40", "2023/05/20 (Sat) 02:21"],
    haystack_session_ids: ["s_b", "s_a"],
    haystack_sessions: [
      [
        { role: "user", content: "I have moved to Porto.", has_answer: true },
        { role: "assistant", content: "How nice!" },
      ],
      [{ role: "user", content: "I live in Lisbon." }],
    ],
    answer_session_ids: ["s_b", "s_c"],
  },
  {
    ...{
      question_id: "q2_abs",
      question_type: "multi-session",
      question: "What is my cat called?",
    },
    ...{ answer: "You never mentioned a cat.", question_date: "2023/06/02 (Fri) 10:00" },
    haystack_dates: ["2023/05/20 (Sat) 02:21", "2023/05/20 (Sat) 02:21"],
    haystack_session_ids: ["s_a", "s_a"],
    haystack_sessions: [
      [{ role: "user", content: "My dog is Rex." }],
      [{ role: "user", content: "Rex is two." }],
    ],
    answer_session_ids: [],
  },
];
