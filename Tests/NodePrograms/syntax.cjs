const broken = ;
