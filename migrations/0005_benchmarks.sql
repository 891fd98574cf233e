CREATE TABLE `right_answer` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`graph` text NOT NULL,
	`origin` text NOT NULL,
	`query` text NOT NULL,
	`query_id` text,
	`expected` text NOT NULL,
	`prediction` text NOT NULL,
	`prediction_id` text,
	`score` real NOT NULL,
	`system` text,
	`session_category` text,
	`occurred_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `right_answer_time` ON `right_answer` (`project`,`occurred_at`,`id`);--> statement-breakpoint
CREATE INDEX `right_answer_graph` ON `right_answer` (`project`,`graph`);--> statement-breakpoint
CREATE TABLE `benchmark` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`name` text NOT NULL,
	`version` integer NOT NULL,
	`split` text NOT NULL,
	`description` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`frozen_at` integer,
	`card` text,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `benchmark_version` ON `benchmark` (`project`,`name`,`version`);--> statement-breakpoint
CREATE INDEX `benchmark_time` ON `benchmark` (`project`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `benchmark_case` (
	`project` text NOT NULL,
	`benchmark` text NOT NULL,
	`case` text NOT NULL,
	`graph` text NOT NULL,
	`place` integer NOT NULL,
	`annotation` text,
	`refusal` text,
	`is_lost` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`benchmark`, `case`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`benchmark`) REFERENCES `benchmark`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `benchmark_case_graph` ON `benchmark_case` (`project`,`graph`);--> statement-breakpoint
CREATE TABLE `benchmark_graph` (
	`project` text NOT NULL,
	`benchmark` text NOT NULL,
	`graph` text NOT NULL,
	`created_at` integer NOT NULL,
	`revision` integer NOT NULL,
	`system` text,
	`file` text NOT NULL,
	`chars` integer NOT NULL,
	PRIMARY KEY(`benchmark`, `graph`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`benchmark`) REFERENCES `benchmark`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `benchmark_graph_graph` ON `benchmark_graph` (`project`,`graph`);