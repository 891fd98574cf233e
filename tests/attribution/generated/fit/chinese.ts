import { later, chinese as written } from "../draw.ts";
import type { Conversation, TopicMaker } from "../topic.ts";

const CITIES = ["大连", "苏州", "昆明", "厦门", "西安"];
const SUBJECTS = ["造船工程", "临床医学", "小提琴制作", "园林设计", "考古学"];
const KEEPERS = ["赵师傅", "孙阿姨", "周会计", "钱老师"];

const topics: readonly TopicMaker[] = [
  (d) => {
    const [subject, wrong, city] = [d.of(SUBJECTS), d.of(SUBJECTS), d.of(CITIES)];
    return {
      kind: "value",
      turns: [
        {
          said: `我侄女小梅去年秋天开始在${city}学${subject}。`,
          stored: `${d.who}的侄女小梅自去年秋天起在${city}学习${subject}。`,
        },
      ],
      question: `${d.who}的侄女学什么专业？`,
      expected: [subject],
      wrong: {
        value: [`${d.who}的侄女小梅自去年秋天起在${city}学习${wrong}。`, wrong],
        truncated: [`${d.who}的侄女小梅自去年秋天起在${city}`, "不清楚。"],
      },
      right: `她学的是${subject}。`,
    };
  },
  (d) => {
    const [amount, wrong] = [d.number(31, 98) * 100, d.number(31, 98) * 100];
    return {
      kind: "money",
      turns: [
        {
          said: `我们家的新房贷款每个月要还${amount}元。`,
          stored: `${d.who}的新房贷款月供为${amount}元。`,
        },
      ],
      question: `${d.who}每个月要还多少房贷？`,
      expected: [`${amount}元`],
      wrong: { number: [`${d.who}的新房贷款月供为${wrong}元。`, `${wrong}元`] },
      right: `每个月${amount}元`,
    };
  },
  (d) => {
    const day = d.day();
    return {
      kind: "date",
      turns: [
        {
          said: `医生把我的膝盖手术安排在${written(day)}。`,
          stored: `${d.who}的膝盖手术定于${written(day)}进行。`,
        },
      ],
      question: `${d.who}的膝盖手术是什么时候？`,
      expected: [written(day)],
      wrong: {
        date: [`${d.who}的膝盖手术定于${written(later(day, 1))}进行。`, written(later(day, 1))],
      },
    };
  },
  (d) => {
    const [keeper, wrong] = [d.of(KEEPERS), d.of(KEEPERS)];
    return {
      kind: "value",
      turns: [
        {
          said: `地下室的钥匙我交给一楼的${keeper}保管了。`,
          stored: `${d.who}把地下室钥匙交由一楼的${keeper}保管。`,
        },
      ],
      question: `${d.who}把地下室的钥匙交给了谁？`,
      expected: [keeper],
      wrong: { value: [`${d.who}把地下室钥匙交由一楼的${wrong}保管。`, wrong] },
    };
  },
  (d) => ({
    kind: "yes or no",
    turns: [{ said: "我对榛子过敏，一点都不能吃。", stored: `${d.who}对榛子过敏，不能吃榛子。` }],
    question: `${d.who}能吃榛子吗？`,
    expected: ["不能"],
    wrong: { polarity: [`${d.who}可以吃榛子。`, "可以"] },
  }),
];

const DID = [
  "烤糊了苹果派",
  "没赶上公交车",
  "修好了窗户",
  "买了一辆旧自行车",
  "打扫了阳台",
  "听了一场音乐会",
  "弄丢了雨伞",
  "看完了一本小说",
];
const WHEN = ["早上", "下班以后", "午饭前", "下雨的时候"];

export const chinese: Conversation = {
  language: "zh",
  speakers: ["李娜", "王强", "刘洋", "张敏"],
  topics,
  chat: (d) => {
    const [did, when] = [d.of(DID), d.of(WHEN)];
    return [`我${when}${did}，真是的。`, `${d.who}${when}${did}。`];
  },
  asides: ["不好意思回复晚了。", "你最近怎么样？"],
  unknown: ["没有相关信息。", "不知道。"],
};
