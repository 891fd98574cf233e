CREATE TABLE `graph_overview` (
	`project` text NOT NULL,
	`graph` text NOT NULL,
	`kind` text NOT NULL,
	`part` integer NOT NULL,
	`state` text NOT NULL,
	`body` blob NOT NULL,
	PRIMARY KEY(`project`, `graph`, `kind`, `part`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project`,`graph`) REFERENCES `graph`(`project`,`id`) ON UPDATE no action ON DELETE cascade
);
