import { later, chinese as written } from "../draw.ts";
import type { Conversation, TopicMaker } from "../topic.ts";

const PLACES = ["青岛", "桂林", "成都", "哈尔滨", "杭州"];
const FOODS = ["酸辣粉", "羊肉泡馍", "螺蛳粉", "小笼包"];
const COACHES = ["冯教练", "何老师", "沈医生", "吕主任"];

const topics: readonly TopicMaker[] = [
  (d) => {
    const [place, wrong] = [d.of(PLACES), d.of(PLACES)];
    return {
      kind: "value",
      turns: [
        {
          said: `我哥哥换了新工作，现在住在${place}的海边。`,
          stored: `${d.who}的哥哥换工作后住在${place}。`,
        },
      ],
      question: `${d.who}的哥哥住在哪里？`,
      expected: [place],
      wrong: { value: [`${d.who}的哥哥换工作后住在${wrong}。`, wrong] },
      right: `他住在${place}。`,
    };
  },
  (d) => {
    const [price, wrong] = [d.number(210, 980), d.number(210, 980)];
    return {
      kind: "money",
      turns: [
        { said: `修空调花了我${price}块钱，太贵了。`, stored: `${d.who}修空调花了${price}块钱。` },
      ],
      question: `${d.who}修空调花了多少钱？`,
      expected: [`${price}块钱`],
      wrong: { number: [`${d.who}修空调花了${wrong}块钱。`, `${wrong}块钱`] },
    };
  },
  (d) => {
    const day = d.day();
    return {
      kind: "date",
      turns: [
        {
          said: `毕业典礼改到${written(day)}了，你一定要来。`,
          stored: `${d.who}的毕业典礼改在${written(day)}举行。`,
        },
      ],
      question: `${d.who}的毕业典礼在哪一天？`,
      expected: [written(day)],
      wrong: {
        date: [`${d.who}的毕业典礼改在${written(later(day, 3))}举行。`, written(later(day, 3))],
      },
    };
  },
  (d) => {
    const [coach, wrong] = [d.of(COACHES), d.of(COACHES)];
    return {
      kind: "value",
      turns: [
        {
          said: `游泳课换人了，现在由${coach}来教我们。`,
          stored: `${d.who}的游泳课现在由${coach}授课。`,
        },
      ],
      question: `谁在教${d.who}游泳？`,
      expected: [coach],
      wrong: { value: [`${d.who}的游泳课现在由${wrong}授课。`, wrong] },
    };
  },
  (d) => {
    const food = d.of(FOODS);
    return {
      kind: "yes or no",
      turns: [{ said: `我从来没有吃过${food}，怕太辣。`, stored: `${d.who}没有吃过${food}。` }],
      question: `${d.who}吃过${food}吗？`,
      expected: ["没有"],
      wrong: { polarity: [`${d.who}吃过${food}。`, "吃过"] },
    };
  },
];

const DID = [
  "养死了一盆花",
  "学会了骑马",
  "排了很久的队",
  "洗了三双鞋",
  "画了一幅水彩",
  "包了一百个饺子",
  "忘了带钥匙",
  "看见一只松鼠",
];
const WHERE = ["在公园里", "在邻居家", "在地铁上", "周末的时候"];

export const chinese: Conversation = {
  language: "zh",
  speakers: ["陈静", "赵磊", "黄芳", "吴刚"],
  topics,
  chat: (d) => {
    const [did, where] = [d.of(DID), d.of(WHERE)];
    return [`今天我${where}${did}。`, `${d.who}${where}${did}。`];
  },
  asides: ["好久不见。", "代我问好。"],
  unknown: ["这方面没有记录。", "我不清楚。"],
};
